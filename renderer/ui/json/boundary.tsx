import { Component, type ReactNode } from 'react'
import { problemOf } from '../../state/action.ts'
import { ui } from '../../strings/ui.ts'

/** The reason why a boundary's content can't be drawn, and a way to try again. */
export type Undrawn = { problem: string; retry(): void }

type Props = {
  /** Another value of it tries again. */
  of: unknown
  renderInstead(failure: Undrawn): ReactNode
  children: ReactNode
}
type State = { of?: unknown; error?: unknown }

/** Limits an error while drawing to its own content. */
export class Boundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error(ui.apart.unknown) }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return Object.is(of, state.of) ? null : { of, error: undefined }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return this.props.renderInstead({
      problem: problemOf(this.state.error),
      retry: () => this.setState({ error: undefined }),
    })
  }
}
