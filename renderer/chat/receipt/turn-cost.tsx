import { useState, type ReactNode } from 'react'
import { costOfAnswer, hasFigures, inputOf } from '../../../shared/costs/costs.ts'
import type { Usage } from '../../../shared/events/turn-events.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { formatDollars } from '../../state/models/money.ts'
import { useModelName } from '../../state/models/model-name.ts'
import { useHost } from '../../state/replica.ts'
import { turnCost as words } from '../../strings/on-demand.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './turn-cost.module.css'
import { defined } from '../../../shared/schema/json.ts'

const whole = new Intl.NumberFormat('en')

/** A request of a turn: a reply of its model, or one for a server. Without `usage`, it broke off. */
type Request = { key: string; model: string; endpoint?: string | undefined; server?: string; usage?: Usage }

/** A turn's cost in its receipt; a press shows each request with its tokens and cost. */
export function TurnCost({ turn, cost }: { turn: Turn; cost: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.cost}
        aria-haspopup="dialog"
        aria-label={words.open(cost)}
        onClick={() => setOpen(true)}
      >
        {cost}
      </button>
      <Dialog open={isOpen} size="lg" title={words.title} onClose={() => setOpen(false)}>
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.title}>
          <Requests requests={requestsOf(turn)} sum={cost} />
        </div>
        <p className={styles.help}>{words.help}</p>
      </Dialog>
    </>
  )
}

/** In their order; those for servers come last. */
const requestsOf = ({ endpoint, messages, sampled = [] }: Turn): Request[] => [
  ...messages.map((it) => ({
    key: it.id,
    model: it.model,
    endpoint,
    ...(it.state === 'complete' && { usage: it.usage }),
  })),
  ...sampled.map(({ usage, server, ...answered }, index) => ({
    key: `${server} ${index}`,
    ...answered,
    server,
    usage,
  })),
]

function Requests({ requests, sum }: { requests: Request[]; sum: string }) {
  const all = requests.flatMap(({ usage }) => (usage ? [usage] : []))
  const total = (of: (usage: Usage) => number): string => whole.format(all.reduce((sofar, it) => sofar + of(it), 0))
  const { columns } = words
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {Object.entries(columns).map(([name, column]) => (
            <th key={name} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.map((request, index) => (
          <RequestRow key={request.key} request={request} number={index + 1} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {words.sum}
          </th>
          <td>{total(inputOf)}</td>
          <td>{total(({ cacheRead }) => cacheRead)}</td>
          <td>{total(({ output }) => output)}</td>
          <td>{sum}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function RequestRow({ request: { model, endpoint, server, usage }, number }: { request: Request; number: number }) {
  const name = useModelName(model, endpoint)
  const models = useHost((state) => state.configured.settings.models)
  const known = usage && costOfAnswer({ model, usage, ...defined({ endpoint }) }, models)
  const figure = (of: (given: Usage) => number): string =>
    usage && hasFigures(usage) ? whole.format(of(usage)) : words.none
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>
        {name}
        {server !== undefined && <Quiet>{<ForServer server={server} />}</Quiet>}
        {!usage && <Quiet>{words.cut}</Quiet>}
      </td>
      <td>{figure(inputOf)}</td>
      <td>{figure(({ cacheRead }) => cacheRead)}</td>
      <td>{figure(({ output }) => output)}</td>
      <td>{known ? formatDollars(known.usd) : words.none}</td>
    </tr>
  )
}

function ForServer({ server }: { server: string }) {
  const name = useServerName(server)
  return <Phrase text={words.forServer} slots={{ server: <bdi>{name}</bdi> }} />
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="fs-small ink3"> {children}</span>
