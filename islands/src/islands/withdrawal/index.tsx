// Makes the page's form comfortable: the steps follow each other in place, and errors show at once.
import { withdraw } from "../../api/withdrawals.gen";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { WithdrawalProps } from "../../props.gen";
import { mountReact } from "../../ui/mount-react";
import type { WithdrawalKey } from "./messages";
import type { WithdrawalScreen } from "./screen";
import { begin } from "./statement";
import { Withdrawal } from "./Withdrawal";

export default function mount(root: HTMLElement, { props, messages, values }: IslandContext): void {
  const screen: WithdrawalScreen = {
    props: props as WithdrawalProps,
    t: createTranslate<WithdrawalKey>(messages, pageLocale()),
    first: begin(values, location.hash),
    send: (body) => withdraw({ body }),
    print: () => print(),
  };
  mountReact(root, <Withdrawal screen={screen} />);
}
