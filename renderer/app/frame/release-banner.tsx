import { useState } from 'react'
import { useInOrder } from '../../state/action.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { frame } from '../../strings/frame.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const words = frame.banners

/** The version whose notice was dismissed; a later one shows again. */
const dismissedKey = 'atrium.release'

/** Asks once whether Atrium may look for newer versions, and says when it found one. Nothing if it doesn't know where. */
export function ReleaseBanner() {
  const chosen = useHost((state) => state.configured.settings.updates)
  const known = useHost((state) => state.releases)
  const block = useAdminBlock()
  if (known?.host === undefined) return null
  if (chosen === undefined) return block === undefined && <Question host={known.host} />
  return known.look?.newer ? <Newer version={known.look.newer.version} /> : null
}

function Question({ host }: { host: string }) {
  const link = useLink()
  const answer = useInOrder((updates: 'daily' | 'never') => link.call('changeSettings', { updates }))
  return (
    <Note
      action={
        <>
          <Button size="sm" onClick={() => void answer.run('never')}>
            {words.updates.never}
          </Button>{' '}
          <Button size="sm" onClick={() => void answer.run('daily')}>
            {words.updates.daily}
          </Button>
        </>
      }
    >
      <Phrase text={words.updates.question} slots={{ host: <b>{host}</b> }} /> {answer.problem}
    </Note>
  )
}

function Newer({ version }: { version: string }) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey))
  if (dismissed === version) return null
  const dismiss = (): void => {
    localStorage.setItem(dismissedKey, version)
    setDismissed(version)
  }
  return (
    <Note
      action={
        <Button size="sm" onClick={dismiss}>
          {words.dismiss}
        </Button>
      }
    >
      <Phrase text={words.updates.newer} slots={{ version: <bdi>{version}</bdi> }} />{' '}
      <a href={href({ page: 'settings', part: 'about' })}>{words.updates.whatIsNew}</a>
    </Note>
  )
}
