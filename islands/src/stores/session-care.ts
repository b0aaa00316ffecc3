// What is asked and done before a session ends; few screens need it.
import { changeSession } from "../api/session.gen";
import { sessionWritten } from "./customer-hint";

/** What the warning before the end of the session needs (`auth/SessionCare`). */
export const sessionCare = {
  written: () => sessionWritten(() => localStorage),
  renew: () => changeSession({ body: {} }),
};
