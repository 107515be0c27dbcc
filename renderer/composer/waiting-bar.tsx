import type { Ask } from '../../shared/asks.ts'
import { displayName } from '../../shared/server-config.ts'
import { useHost } from '../host.ts'
import { goToAsk } from '../inbox/ask-focus.ts'
import { useAsks } from '../inbox/inbox.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Glyph } from '../ui/glyph.tsx'
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
        words={strings.composer.waiting.model(calls.length)}
        aside={calls.length === 1 ? strings.composer.waiting.call : strings.composer.waiting.calls}
      />
    )
  return servers[0] ? <ServersBar oldest={servers[0]} asks={servers} /> : null
}

function ServersBar({ oldest, asks }: { oldest: Ask; asks: Ask[] }) {
  const count = asks.length
  const { server } = oldest.question
  const name = useHost((state) => displayName(server, state.configured.servers[server]))
  return (
    <Bar
      ask={oldest}
      words={count === 1 ? strings.composer.waiting.server(name) : strings.composer.waiting.servers(count)}
      aside={whatWaits(asks)}
    />
  )
}

function whatWaits(asks: Ask[]): string {
  const { waiting } = strings.composer
  if (asks.every(({ kind }) => kind === 'trust')) return asks.length === 1 ? waiting.start : waiting.starts
  return asks.length === 1 ? waiting.definitions : waiting.several
}

function Bar({ ask, words, aside }: { ask: Ask; words: string; aside: string }) {
  return (
    <div className={classes(styles.bar, styles.waiting)} role="status">
      <Glyph state="waiting" size={13} label="" />
      <span className="trunc">{words}</span>
      <span className={classes(styles.aside, 'trunc')}>{aside}</span>
      <Button size="sm" keys="Ctrl ." onClick={() => goToAsk(ask)}>
        {strings.composer.waiting.review}
      </Button>
    </div>
  )
}
