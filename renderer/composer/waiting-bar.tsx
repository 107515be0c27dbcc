import type { Ask } from '../../shared/asks.ts'
import { displayName } from '../../shared/server-config.ts'
import { useHost } from '../host.ts'
import { goToAsk } from '../inbox/ask-focus.ts'
import { useAsks } from '../inbox/inbox.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Glyph } from '../ui/glyph.tsx'
import { formatCount } from '../ui/time.tsx'
import styles from './composer.module.css'

/** Says who waits for the person, for as long as that is so: the model of this conversation, or else servers. */
export function WaitingBar({ conversation }: { conversation: string | undefined }) {
  const everywhere = useAsks()
  const calls = everywhere.filter(({ operation }) => operation && operation.conversation === conversation)
  const servers = everywhere.filter(({ operation }) => !operation)
  if (calls[0])
    return (
      <Bar
        ask={calls[0]}
        words={`The model is waiting for ${formatCount(calls.length, 'answer')}`}
        aside={
          calls.length === 1 ? 'This call runs only if you allow it.' : 'None of these calls runs until you decide.'
        }
      />
    )
  return servers[0] ? <ServersBar oldest={servers[0]} count={servers.length} /> : null
}

function ServersBar({ oldest, count }: { oldest: Ask; count: number }) {
  const { server } = oldest.question
  const name = useHost((state) => displayName(server, state.configured.servers[server]))
  return (
    <Bar
      ask={oldest}
      words={`Waiting for you: ${count === 1 ? name : formatCount(count, 'server')}`}
      aside={count === 1 ? 'It starts only if you trust its command.' : 'None of them starts until you decide.'}
    />
  )
}

function Bar({ ask, words, aside }: { ask: Ask; words: string; aside: string }) {
  return (
    <div className={classes(styles.bar, styles.waiting)} role="status">
      <Glyph state="waiting" size={13} label="" />
      <span className="trunc">{words}</span>
      <span className={classes(styles.aside, 'trunc')}>{aside}</span>
      <Button size="sm" keys="Ctrl ." onClick={() => goToAsk(ask)}>
        Review
      </Button>
    </div>
  )
}
