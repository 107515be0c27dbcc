import type { ReactNode } from 'react'
import { Phrase } from '../../strings/phrase.tsx'
import { frame } from '../../strings/frame.ts'
import { Boundary } from '../../ui/json/boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page/page.tsx'

const words = frame.boundary

/** Limits an error in one page to that page; navigating to another `place` tries again. */
export const PageBoundary = ({ place, children }: { place: string; children: ReactNode }) => (
  <Boundary
    of={place}
    renderInstead={({ problem, retry }) => (
      <Page>
        <Note kind="no" action={<Button onClick={retry}>{words.retry}</Button>}>
          <Phrase text={words.broken} slots={{ what: <b>{words.notShown}</b>, problem }} />
        </Note>
      </Page>
    )}
  >
    {children}
  </Boundary>
)
