import { Component, type ReactNode } from 'react';

interface FallbackProps {
  children: ReactNode;
  shown: ReactNode;
  /** What the content is of: that of something else is tried again. */
  of?: string;
}

/** Shows something else where its content can't be drawn. */
export class Fallback extends Component<FallbackProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: FallbackProps) {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.shown : this.props.children;
  }
}
