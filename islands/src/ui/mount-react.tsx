// Puts a React tree in the place of an island's fallback, and the fallback back where the tree breaks.
import { Component, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

type BoundaryProps = { readonly onError: () => void; readonly children: ReactNode };

class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

/** Renders before it returns: the loader replays a kept press right after. */
export function mountReact(root: HTMLElement, tree: ReactNode): void {
  const fallback = [...root.childNodes];
  const reactRoot = createRoot(root);
  const giveUp = () =>
    // Not within React's own work on this tree.
    queueMicrotask(() => {
      reactRoot.unmount();
      root.replaceChildren(...fallback);
      root.dataset.islandError = "";
    });
  flushSync(() => reactRoot.render(<Boundary onError={giveUp}>{tree}</Boundary>));
}
