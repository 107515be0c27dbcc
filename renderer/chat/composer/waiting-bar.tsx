import { useState, type ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { useHost } from '../../state/replica.ts'
import { useAsksInView } from '../../inbox/frame/answers-in-view.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { DenyServer } from '../../inbox/plan/deny-server.tsx'
import { answerableIn, useAsks, isAboutApp, isFree, isPushed, isSignIn } from '../../state/asks.ts'
import { severalOfServer } from '../../inbox/plan/plan.ts'
import { composer } from '../../strings/composer.ts'
import { Button } from '../../ui/button.tsx'
import { keyMap } from '../../ui/key-map.ts'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './composer.module.css'

/**
 * Says who is waiting for the user: this conversation's model, or servers. Says nothing while one of this conversation's
 * questions can be answered on screen.
 */
export function WaitingBar({ conversation }: { conversation: string | undefined }) {
  const everywhere = useAsks()
  const inView = useAsksInView()
  const calls = answerableIn(everywhere, conversation)
  const servers = everywhere.filter(({ operation }) => !operation)
  if (calls.some(({ id }) => inView.has(id))) return null
  if (calls[0]) return <CallsBar first={calls[0]} asks={calls} />
  return servers[0] ? <ServersBar oldest={servers[0]} asks={servers} /> : null
}

/** Offers one press for the server with the most waiting calls, if several servers have any. */
function CallsBar({ first, asks }: { first: Ask; asks: Ask[] }) {
  const [refused, setRefused] = useState<string>()
  const approvals = asks.filter((ask) => ask.kind === 'approval')
  const ofServers = useQuestionWords(asks)
  const [most] = severalOfServer(approvals).toSorted((a, b) => b.length - a.length)
  return (
    <Bar
      ask={first}
      words={refused ?? ofServers?.words ?? composer.waiting.model(asks.length)}
      aside={ofServers?.aside ?? (asks.length === 1 ? composer.waiting.call : composer.waiting.calls)}
    >
      {most && <DenyServer asks={most} onRefused={setRefused} onDenied={focusPage} />}
    </Bar>
  )
}

/** If servers are among those asking: who waits, and for what. */
function useQuestionWords(asks: Ask[]): { words: string; aside: string } | undefined {
  const servers = useHost((state) => state.configured.servers)
  const { waiting } = composer
  const [first] = asks.filter(isPushed)
  if (!first) return undefined
  if (!asks.every(isPushed)) return { words: waiting.mixed(asks.length), aside: waiting.nothing }
  const { server } = first.question
  if (server === undefined) return { words: waiting.company, aside: waiting.goesOn }
  const name = displayName(server, servers[server])
  if (asks.every((ask) => isSignIn(ask) && ask.question.server === server))
    return { words: waiting.signIn(name), aside: waiting.signedIn }
  if (asks.every(isAboutApp)) return { words: waiting.app(name), aside: waiting.nothingElse }
  const words = asks.length === 1 ? waiting.question(name) : waiting.questions(asks.length)
  return { words, aside: first.operation ? waiting.paused : waiting.goesOn }
}

function ServersBar({ oldest, asks }: { oldest: Ask; asks: Ask[] }) {
  const count = asks.length
  const { server } = oldest.question
  const { waiting } = composer
  const name = useServerName(server ?? '')
  const one = server === undefined ? waiting.company : waiting.server(name)
  return <Bar ask={oldest} words={count === 1 ? one : waiting.servers(count)} aside={whatWaits(asks)} />
}

function whatWaits(asks: Ask[]): string {
  const { waiting } = composer
  if (asks.every(isFree)) return waiting.goesOn
  if (asks.every(({ kind }) => kind === 'address')) return asks.length === 1 ? waiting.connect : waiting.starts
  if (asks.every(({ kind }) => kind === 'trust' || kind === 'address'))
    return asks.length === 1 ? waiting.start : waiting.starts
  return asks.length === 1 ? waiting.definitions : waiting.several
}

type BarProps = { ask: Ask; words: string; aside: string; children?: ReactNode }

function Bar({ ask, words, aside, children }: BarProps) {
  return (
    <div className={classes(styles.bar, styles.waiting, children !== undefined && styles.several)} role="status">
      <Glyph state="waiting" size={13} label="" />
      <span className={classes(styles.words, 'trunc')}>{words}</span>
      <span className={classes(styles.aside, 'trunc')}>{aside}</span>
      {children}
      <Button size="sm" keys={keyMap.oldestAsk.keys} onClick={() => goToAsk(ask)}>
        {composer.waiting.review}
      </Button>
    </div>
  )
}
