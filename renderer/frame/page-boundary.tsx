import { Component, type ReactNode } from 'react'
import { problemOf } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Page } from './page.tsx'

type Props = { place: string; children: ReactNode }
type State = { place?: string; error?: unknown }

/** A mistake of ours in one page costs that page, not the window; another `place` is tried anew. */
export class PageBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing more is known.') }
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, error: undefined }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return (
      <Page>
        <Note kind="no" action={<Button onClick={() => this.setState({ error: undefined })}>Show it again</Button>}>
          <b>This page cannot be shown.</b> {problemOf(this.state.error)} What runs in Atrium goes on; nothing is lost.
        </Note>
      </Page>
    )
  }
}
