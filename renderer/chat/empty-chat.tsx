import { Suspense } from 'react'
import { displayName } from '../../shared/config/server-config.ts'
import type { ModelChoice } from '../../shared/config/settings.ts'
import type { HostState } from '../../shared/state/state.ts'
import { href } from '../state/routes.ts'
import { useHost } from '../state/replica.ts'
import { useLedger } from '../state/chat/use-ledger.ts'
import { locationOf } from '../state/servers/destination.ts'
import { offeredTools, sameTools } from '../state/callable-tools.ts'
import { chat } from '../strings/chat.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy.ts'
import { ServerSeal } from '../ui/seal.tsx'
import styles from './empty-chat.module.css'
import { examplesOf, tryOut, type Example } from '../state/servers/examples.ts'
import { ExampleWords } from '../ui/servers/example-words.tsx'
import { startsOnCall } from '../../shared/state/server-state.ts'
import { useAnsweringModel } from '../state/models/answering.ts'
import { isOutside } from '../../shared/state/projects.ts'
import { useOpenProject } from '../state/models/projects.ts'
import { useModelName } from '../state/models/model-name.ts'

const words = chat.empty

const LedgerView = lazyPart(async () => (await import('./ledger/ledger.tsx')).LedgerView)

type Offer = { id: string; name: string; place: string; tools: number }

/** The servers whose tools the model can use, and those that are on but unavailable. */
export function usableServers({
  configured,
  servers,
  consents,
}: Pick<HostState, 'configured' | 'servers' | 'consents'>): {
  ready: Offer[]
  away: Offer[]
} {
  const tools = Map.groupBy(offeredTools({ configured, servers, consents }), ({ server }) => server)
  const all = Object.entries(configured.servers)
    .filter(([, config]) => config.enabled)
    .map(([id, config]) => ({
      id,
      name: displayName(id, config),
      place: locationOf(config),
      tools: tools.get(id)?.length ?? 0,
      isReady: servers[id]?.status.state === 'ready' || startsOnCall(config, servers[id]),
    }))
  return { ready: all.filter(({ isReady }) => isReady), away: all.filter(({ isReady }) => !isReady) }
}

/** How many seals are shown. */
const shown = 10

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A conversation before its first message: shows what it can use. */
export function EmptyChat() {
  const answers = useAnsweringModel()
  const project = useOpenProject()?.content
  const usable = useHost(offeredTools, sameTools).filter(({ server }) => !isOutside(project, server))
  const known = useHost(usableServers, same)
  const inProject = ({ id }: Offer): boolean => !isOutside(project, id)
  const ready = known.ready.filter(inProject)
  const away = known.away.filter(inProject)
  const examples = useHost((state) => examplesOf(state, usable), same)
  const ledger = useLedger(mostNamed)
  const tools = ready.reduce((sum, offer) => sum + offer.tools, 0)
  return (
    <div className={styles.empty}>
      <div className={styles.inner}>
        {ledger && (
          <Suspense>
            <LedgerView ledger={ledger} />
          </Suspense>
        )}
        {ledger === null && (
          <>
            {answers ? <Greeting answers={answers} tools={tools} /> : <ManualGreeting tools={tools} />}
            {answers && <Examples examples={examples} />}
          </>
        )}
        <Offers ready={ready} tools={tools} />
        <Away offers={away} />
      </div>
    </div>
  )
}

/** Max files, and max stopped calls, that the ledger names. */
const mostNamed = 6

type GreetingProps = { tools: number }

function Greeting({ answers, tools }: GreetingProps & { answers: ModelChoice }) {
  const name = plainLabel(useModelName(answers.model, answers.endpoint))
  return (
    <>
      <h2 className={styles.title}>{words.ask}</h2>
      <p className={styles.lede}>
        {tools > 0 ? (
          words.withTools(name)
        ) : (
          <>
            {words.withoutTools(name)} <a href={href({ page: 'welcome' })}>{words.giveTools}</a>
          </>
        )}
      </p>
    </>
  )
}

function ManualGreeting({ tools }: GreetingProps) {
  return (
    <>
      <h2 className={styles.title}>{words.askTool}</h2>
      <p className={styles.lede}>
        {words.noModel} {tools === 0 ? words.addServerToRun : words.runYourself}{' '}
        <a href={href({ page: 'welcome' })}>{words.waysToBegin}</a>
      </p>
    </>
  )
}

/** Examples from what is connected. A press only fills the composer, or opens a prompt's form. */
function Examples({ examples }: { examples: Example[] }) {
  if (examples.length === 0) return null
  return (
    <ul className={styles.examples} aria-label={words.examples}>
      {examples.map((example) => (
        <li key={'prompt' in example ? `${example.server} ${example.prompt}` : example.fills}>
          <button type="button" className={styles.example} onClick={() => tryOut(example)}>
            <ServerSeal server={example.server} size={16} />
            <span className="trunc">
              <ExampleWords example={example} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The ready servers in one line: their seals, and how many tools they offer. */
function Offers({ ready, tools }: { ready: Offer[]; tools: number }) {
  return (
    <p className={styles.servers}>
      {ready.length > 0 && (
        <a className={styles.line} href={href({ page: 'servers' })}>
          <span className={styles.seals}>
            {ready.slice(0, shown).map(({ id, name, place }) => (
              <span key={id} title={`${plainLabel(name)} ${place}`}>
                <ServerSeal server={id} size={18} />
              </span>
            ))}
          </span>
          {words.offers(tools, ready.length)}
        </a>
      )}
      <a className={styles.line} href={href({ page: 'servers' })}>
        <Icon name="plus" size={14} />
        {words.addServer}
      </a>
    </p>
  )
}

function Away({ offers }: { offers: Offer[] }) {
  if (offers.length === 0) return null
  const names = new Intl.ListFormat('en').format(offers.slice(0, 3).map(({ name }) => name))
  const all = offers.length > 3 ? words.andMore(names, offers.length - 3) : names
  return (
    <p className={styles.away}>
      <Icon name="info" size={14} />
      <span>
        {words.away(all, offers.length === 1)} <a href={href({ page: 'servers' })}>{words.seeWhy}</a>
      </span>
    </p>
  )
}
