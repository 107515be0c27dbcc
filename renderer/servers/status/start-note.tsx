import { useAdminBlock } from '../../state/rights.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { Note } from '../../ui/note.tsx'
import { formatDuration } from '../../strings/format/time.ts'
import { useNow } from '../../state/use-now.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useServerAction } from './use-server-action.ts'

const words = servers.start

/** The reason for a slow start, with a way to cancel it; nothing for a quick one. */
export function StartNote({ server }: { server: ServerSummary }) {
  const { id, name, state } = server
  const block = useAdminBlock()
  const action = useServerAction(id)
  const now = useNow(1000)
  if (state.status.state !== 'starting' || state.start?.doing !== 'fetching') return null
  const { runner, what, since, withheld } = state.start
  return (
    <Note
      quiet
      action={
        <Button
          size="sm"
          busy={action.busy}
          unavailable={block}
          aria-label={words.stopOf(name)}
          onClick={() => action.enable(false)}
        >
          {words.stop}
        </Button>
      }
    >
      {what === undefined ? (
        <b>{words.fetchingIts(runner)}</b>
      ) : (
        <b>
          <Phrase text={words.fetching} slots={{ runner, what: <Word text={what} /> }} />
        </b>
      )}{' '}
      <span className="num">{words.since(formatDuration(Math.floor(Math.max(0, now - since) / 1000) * 1000))}</span>{' '}
      {withheld && words.withheld(withheld.join(', '))} {action.problem}
    </Note>
  )
}
