// Replaces an island's fallback with a React tree, and restores the fallback if the tree throws.
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

/** Renders before it returns, because the loader then replays a stored click. */
export function mountReact(root: HTMLElement, tree: ReactNode): void {
  const fallback = [...root.childNodes];
  const reactRoot = createRoot(root);
  const giveUp = () =>
    // Deferred, because React is still working on this tree.
    queueMicrotask(() => {
      reactRoot.unmount();
      root.replaceChildren(...fallback);
      root.dataset.islandError = "";
    });
  flushSync(() => reactRoot.render(<Boundary onError={giveUp}>{tree}</Boundary>));
}
