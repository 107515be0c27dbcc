import type { HostState } from '../../../shared/state/state.ts'
import { useHost } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { questions } from '../../strings/inbox/questions.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Sentence } from './ask-frame.tsx'
import type { Pushed } from '../../state/asks.ts'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = questions.running

/**
 * The calls a question may be for, if it's uncertain which, or that it belongs to none. Empty for a sign-in, which
 * concerns the whole server.
 */
export function RunningCalls({ ask }: { ask: Pushed }) {
  return ask.operation || !('running' in ask.question) ? null : <Calls {...ask.question} />
}

function Calls({ server, running }: { server: string; running: string[] }) {
  const name = useServerName(server)
  const tools = useHost((state) => toolsOf(state, running), sameTools)
  if (running.length === 0) return <Sentence>{words.none}</Sentence>
  if (tools.length === 0) return <Sentence>{words.gone}</Sentence>
  const calls = fixedList(tools, (tool, index) => (
    <span>
      {index > 0 && ', '}
      <b>
        <Plain text={tool} />
      </b>
    </span>
  ))
  return (
    <Sentence>
      <Phrase text={words.several} slots={{ server: <b>{name}</b>, calls }} />
    </Sentence>
  )
}

const toolsOf = ({ turns }: HostState, running: string[]): string[] =>
  Object.values(turns).flatMap(({ calls }) => running.flatMap((id) => calls[id]?.tool ?? []))

const sameTools = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((tool, index) => tool === b[index])
