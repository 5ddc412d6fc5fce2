import { Component, type ReactNode } from 'react';

interface FallbackProps {
  children: ReactNode;
  shown: ReactNode;
}

/** Shows something else where its content can't be drawn. */
export class Fallback extends Component<FallbackProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.shown : this.props.children;
  }
}
