import { Component, type ReactNode } from 'react'
import { Phrase } from '../../strings/phrase.tsx'
import { strings } from '../../strings/strings.ts'
import { problemOf } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page/page.tsx'

const words = strings.frame.boundary

type Props = { place: string; children: ReactNode }
type State = { place?: string; error?: unknown }

/** Limits an error in one page to that page; navigating to another `place` tries again. */
export class PageBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error(words.unknown) }
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, error: undefined }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return (
      <Page>
        <Note kind="no" action={<Button onClick={() => this.setState({ error: undefined })}>{words.retry}</Button>}>
          <Phrase text={words.broken} slots={{ what: <b>{words.notShown}</b>, problem: problemOf(this.state.error) }} />
        </Note>
      </Page>
    )
  }
}
