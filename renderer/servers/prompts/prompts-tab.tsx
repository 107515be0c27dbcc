import { useDeferredValue, useMemo, useState } from 'react'
import type { PromptEntry } from '../../../shared/content/listed.ts'
import { promptItem } from '../../../shared/state/pins.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { Page } from '../../ui/page/page.tsx'
import { navigate } from '../../state/routes.ts'
import { useSession } from '../../state/replica.ts'
import { openPrompt } from '../../state/prompting.ts'
import { lastConversation } from '../../state/resources/in-chat.ts'
import { prompts as promptsWords } from '../../strings/prompts.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { FindRow } from '../status/find-row.tsx'
import { ListTroubles } from '../status/list-troubles.tsx'
import styles from './prompts-tab.module.css'
import { SkillsSection } from './skills-section.tsx'
import type { Standing } from '../../state/servers/standing.ts'
import { StandingMark } from '../status/standing-words.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useStanding } from '../../state/servers/use-standing.ts'

const words = promptsWords.tab

/** A server's prompts: its claims about each, their arguments, their review state, and how to use them. */
export function PromptsTab({ server }: { server: ServerSummary }) {
  const { prompts } = server.state
  const standing = useStanding(server)
  const all = useMemo(() => Object.values(prompts?.items ?? {}), [prompts])
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query).trim().toLowerCase()
  const found = useMemo(() => all.filter((entry) => fits(entry, wanted)), [all, wanted])
  return (
    <Page width="table">
      <ListTroubles server={server} list="prompts" lists={[prompts]} />
      {all.length === 0 ? (
        <NoPrompts server={server} />
      ) : (
        <>
          <FindRow
            label={words.find}
            query={query}
            onQuery={setQuery}
            count={wanted === '' ? words.count(all.length) : words.found(found.length, all.length)}
          />
          {found.length === 0 && (
            <Empty icon="search" title={words.nothingFits}>
              {words.nothingFitsHelp(plainLabel(query.trim(), 60))}
            </Empty>
          )}
          {found.length > 0 && (
            <ul className="rows" aria-label={words.label}>
              {found.map((entry) => (
                <PromptRow key={entry.name} server={server} entry={entry} standing={standing(promptItem(entry.name))} />
              ))}
            </ul>
          )}
        </>
      )}
      <SkillsSection server={server} />
    </Page>
  )
}

const fits = ({ name, title = '', description }: PromptEntry, query: string): boolean =>
  `${name} ${title} ${description}`.toLowerCase().includes(query)

type RowProps = { server: ServerSummary; entry: PromptEntry; standing: Standing }

function PromptRow({ server, entry, standing }: RowProps) {
  const { id, name: from, state } = server
  const { name, title, description, arguments: takes } = entry
  const right = useSession()?.right
  const hasModel = useAnsweringModel() !== undefined
  const use = (): void => {
    openPrompt({ server: id, prompt: name })
    navigate({ page: 'chat', conversation: lastConversation() })
  }
  const block =
    right === 'read'
      ? words.readOnly
      : standing.state !== 'pinned'
        ? words.notReviewed
        : state.status.state !== 'ready'
          ? serverTools.detail.notRunning(from)
          : hasModel
            ? undefined
            : words.noModel
  return (
    <li className={styles.prompt}>
      <div className="stack gap05">
        <h2 className="breaks">
          <span className="medium">
            <Plain text={head(title ?? name, 60)} />
          </span>{' '}
          <code className={styles.name}>
            /<Plain text={head(name, 60)} />
          </code>
        </h2>
        <p className={styles.description}>
          {description === '' ? (
            <span className="ink3">{words.noDescription}</span>
          ) : (
            <ExtInline from={from} text={description} />
          )}
        </p>
        {takes.length > 0 && <Takes entry={entry} from={from} />}
      </div>
      <div className="row wrap gap2-4">
        <span className={styles.count}>{words.arguments(takes.length)}</span>
        <StandingMark standing={standing} />
        <Button size="sm" unavailable={block} onClick={use}>
          {words.use}
          <span className="sr">{words.named(plainLabel(title ?? name, 60))}</span>
        </Button>
      </div>
    </li>
  )
}

const Takes = ({ entry, from }: { entry: PromptEntry; from: string }) => (
  <ul className={styles.takes} aria-label={words.takes}>
    {entry.arguments.map(({ name, required, description }) => (
      <li key={name}>
        <code>
          <Plain text={head(name, 60)} />
        </code>{' '}
        {!required && <span className="ink3">{words.optional} </span>}
        {description && <ExtInline from={from} text={description} limit={160} />}
      </li>
    ))}
  </ul>
)

function NoPrompts({ server: { state } }: { server: ServerSummary }) {
  const isReady = state.status.state === 'ready'
  return (
    <Empty icon="slash" title={isReady ? words.none : words.unknown}>
      {isReady ? words.noneHelp : words.unknownHelp}
    </Empty>
  )
}
