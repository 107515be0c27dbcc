import { useCallback, useEffect, useState } from 'react'
import type { TabSession } from '../../shared/contract/about-commands.ts'
import { useLink, useSession } from '../state/replica.ts'
import { Phrase } from '../strings/phrase.tsx'
import { settings } from '../strings/settings.ts'
import { problemOf, useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { formatMoment } from '../strings/format/time.ts'
import listStyles from './facts.module.css'
import { LabelledSetting } from '../ui/fields/setting.tsx'

const words = settings.sessions

/** The browser shell's signed-in tabs, each with a way to sign it out. */
export function BrowserSessions({ block }: { block: string | undefined }) {
  const { sessions, problem, read } = useSessions(block === undefined)
  if (block !== undefined) return null
  return (
    <LabelledSetting title={words.title} help={words.help}>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
      {sessions === undefined && problem === undefined && <p>{words.loading}</p>}
      <ul className={listStyles.list} aria-label={words.title}>
        {sessions?.map((session) => (
          <SessionRow key={session.actor} session={session} onEnded={read} />
        ))}
      </ul>
    </LabelledSetting>
  )
}

function SessionRow({ session: { actor, right, since, usedAt }, onEnded }: { session: TabSession; onEnded(): void }) {
  const link = useLink()
  const isSelf = useSession()?.actor === actor
  const end = useAction(async () => {
    await link.call('endSession', { actor })
    if (!isSelf) onEnded()
  })
  return (
    <li className={listStyles.row}>
      <span className={listStyles.words}>
        <span className={listStyles.name}>
          {isSelf ? words.self : actor}, {words.rights[right]}
        </span>
        <small className={listStyles.detail}>
          <Phrase text={words.since} slots={{ since: formatMoment(since), used: formatMoment(usedAt) }} />
        </small>
        {end.problem !== undefined && <FieldError>{end.problem}</FieldError>}
      </span>
      <Button
        size="sm"
        kind="ghost"
        aria-label={words.signOutOf(isSelf ? words.self : actor)}
        busy={end.busy}
        onClick={() => void end.run()}
      >
        {words.signOut}
      </Button>
    </li>
  )
}

function useSessions(isOn: boolean) {
  const link = useLink()
  const [sessions, setSessions] = useState<TabSession[]>()
  const [problem, setProblem] = useState<string>()
  const read = useCallback(() => {
    if (!isOn) return
    link.call('listSessions', {}).then(
      (found) => setSessions(found.sessions),
      (error: unknown) => setProblem(problemOf(error)),
    )
  }, [link, isOn])
  useEffect(() => read(), [read])
  return { sessions, problem, read }
}
