// Requests before the end of a session; few screens need them.
import { changeSession } from "../api/session.gen";
import { sessionWritten } from "./customer-hint";

/** The dependencies of the warning before a session ends (`auth/SessionCare`). */
export const sessionCare = {
  written: () => sessionWritten(() => localStorage),
  renew: () => changeSession({ body: {} }),
};
