import { useMemo, type ReactNode } from 'react'
import type { RequestPart } from '../../../shared/contract/context-commands.ts'
import { contextUsed } from '../../../shared/costs/costs.ts'
import { isServerOff, switchServer } from '../../../shared/config/tools-off.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { contextOf } from '../../../shared/state/known-model.ts'
import { useInOrder } from '../../state/action.ts'
import { projectName, useOpenProject } from '../../state/models/projects.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { useQuery } from '../../state/query.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { href } from '../../state/routes.ts'
import { composer } from '../../strings/composer.ts'
import { context } from '../../strings/conversation/context.ts'
import { models } from '../../strings/models.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/fields/field.tsx'
import { SavedText } from '../../ui/fields/saved-text.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { useServerNames } from '../../ui/seal.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useModelTools, useToolChoice } from '../tools/tools-used.ts'
import { RequestRow } from './request-row.tsx'
import { SaidRows } from './said-rows.tsx'
import { summarise } from '../../state/chat/summarising.ts'
import styles from './request-dialog.module.css'

const words = models.request

/** The parts of the next request of the open conversation, or of the new one, with their tokens and switches. */
export function RequestDialog({ onClose }: { onClose(): void }) {
  const open = useOpenConversation()
  const { off, problem } = useToolChoice()
  const tools = useModelTools()
  const consents = useHost((state) => state.consents)
  const project = useOpenProject()
  const turns = open?.turns.length
  const { system, compactions, leftOut } = open ?? {}
  const moment = useMemo(
    () => [tools, off, consents, project, system, turns, compactions, leftOut],
    [tools, off, consents, project, system, turns, compactions, leftOut],
  )
  const asked = open ? { conversation: open.id } : { ...(off && { off }), ...(project && { project: project.id }) }
  const request = useQuery('describeRequest', asked, { moment })
  const parts = request.answer?.parts
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={words.title}
      footer={
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      {(request.problem ?? problem) !== undefined && <Note kind="no">{request.problem ?? problem}</Note>}
      {parts ? (
        <>
          <Summary parts={parts} />
          {request.answer?.search && (
            <p className={styles.note}>
              {words.searched(
                request.answer.search.tools,
                request.answer.search.kept.length,
                request.answer.search.limit,
              )}{' '}
              <a href={href({ page: 'settings', part: 'limits' })}>{words.limit}</a>
            </p>
          )}
          <Instructions parts={parts} />
          <Tools parts={parts} isSearched={request.answer?.search !== undefined} />
          <Said parts={parts} />
          {open && request.answer?.canSummarise && <Summarise conversation={open.id} onAsked={onClose} />}
          {open && <Budget conversation={open.id} budget={open.budget} />}
        </>
      ) : (
        request.problem === undefined && <Loading what={words.loading} lines={6} />
      )}
    </Dialog>
  )
}

type PartsProps = { parts: RequestPart[] }

const groupOf: Record<RequestPart['kind'], keyof typeof words.groups> = {
  atrium: 'instructions',
  guide: 'instructions',
  project: 'instructions',
  instructions: 'instructions',
  tools: 'tools',
  'own-tools': 'tools',
  messages: 'conversation',
  compaction: 'conversation',
  attachments: 'conversation',
  replies: 'conversation',
  results: 'conversation',
  'app-context': 'conversation',
}

const sumOf = (parts: RequestPart[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0)

const tokensOf = (parts: RequestPart[], group: keyof typeof words.groups): number =>
  sumOf(parts.filter(({ kind }) => groupOf[kind] === group))

/** The whole request's size, as a sentence, and its groups as a bar. */
function Summary({ parts }: PartsProps) {
  const open = useOpenConversation()
  const answers = useAnsweringModel()
  const limit = useHost((state) => (answers ? contextOf(answers, state.models, state.configured.settings.models) : 0))
  const sum = sumOf(parts)
  const used = open && contextUsed([...open.turns], open)
  const share = sum / limit < 0.01 ? models.gauge.underOnePercent : `${Math.round((sum / limit) * 100)}%`
  return (
    <div className={styles.summary}>
      <p role="status">{limit > 0 ? words.aboutOf(sum, limit, share) : words.about(sum)}</p>
      <div className={styles.bar} aria-hidden>
        {(['instructions', 'tools', 'conversation'] as const).map((group) => (
          <span key={group} className={styles[group]} style={{ flexGrow: tokensOf(parts, group) }} />
        ))}
      </div>
      <p className={styles.note}>
        {words.estimate} {used !== undefined && words.reported(used)}
      </p>
    </div>
  )
}

type GroupProps = { group: keyof typeof words.groups; tokens: number; children: ReactNode }

const Group = ({ group, tokens, children }: GroupProps) => (
  <section className={styles.group} aria-label={words.groups[group]}>
    <h3 className={styles.heading}>
      <i className={styles[group]} aria-hidden />
      {words.groups[group]}
      <span className={styles.tokens}>{words.tokens(tokens)}</span>
    </h3>
    <ul>{children}</ul>
  </section>
)

function Instructions({ parts }: PartsProps) {
  const link = useLink()
  const nameOf = useServerNames()
  const project = useOpenProject()
  const isReadOnly = useSession()?.right === 'read'
  const known = useHost((state) => state.servers)
  const consents = useHost((state) => state.consents)
  const share = useInOrder((server: string, isShared: boolean) =>
    link.call('shareInstructions', {
      server,
      hash: consentOf({ consents }, server).guided ?? known[server]?.instructions ?? '',
      share: isShared,
    }),
  )
  return (
    <Group group="instructions" tokens={tokensOf(parts, 'instructions')}>
      {parts.map(({ kind, server = '', tokens }) =>
        kind === 'atrium' ? (
          <RequestRow key={kind} name={words.atrium} tokens={tokens} />
        ) : kind === 'project' ? (
          <RequestRow key={kind} name={words.ofProject(project ? projectName(project.content) : '')} tokens={tokens} />
        ) : kind === 'instructions' ? (
          <RequestRow key={kind} name={words.yours} tokens={tokens} />
        ) : (
          kind === 'guide' && (
            <RequestRow key={server} name={words.guide(nameOf(server))} tokens={tokens}>
              <Switch
                checked
                label={words.share(nameOf(server))}
                unavailable={isReadOnly ? words.readOnly : undefined}
                onChange={(on) => void share.run(server, on)}
              />
            </RequestRow>
          )
        ),
      )}
      {share.problem !== undefined && <Note kind="no">{share.problem}</Note>}
    </Group>
  )
}

function Tools({ parts, isSearched }: PartsProps & { isSearched: boolean }) {
  const tools = useModelTools()
  const nameOf = useServerNames()
  const isReadOnly = useSession()?.right === 'read'
  const servers = useHost((state) => state.configured.servers)
  const { off, change } = useToolChoice()
  const own = parts.find(({ kind }) => kind === 'own-tools')
  const counts = Map.groupBy(tools, ({ server }) => server)
  return (
    <Group group="tools" tokens={tokensOf(parts, 'tools')}>
      {[...counts].map(([server, { length }]) => {
        const part = parts.find((one) => one.kind === 'tools' && one.server === server)
        const isOff = isServerOff(off, server)
        const count = composer.tools.count(part?.count ?? 0, length)
        return (
          <RequestRow
            key={server}
            name={words.tools(nameOf(server))}
            detail={isOff ? undefined : isSearched ? `${count}, ${words.foundFirst}` : count}
            tokens={isOff ? undefined : (part?.tokens ?? 0)}
          >
            <Switch
              checked={!isOff}
              label={words.switchTools(nameOf(server))}
              unavailable={isReadOnly ? words.readOnly : undefined}
              onChange={(on) => change(switchServer(off, { server, servers: Object.keys(servers) }, on))}
            />
          </RequestRow>
        )
      })}
      {own && <RequestRow name={words.ownTools} detail={words.count(own.count ?? 0)} tokens={own.tokens} />}
    </Group>
  )
}

function Said({ parts }: PartsProps) {
  const open = useOpenConversation()
  const said = parts.filter(({ kind }) => groupOf[kind] === 'conversation')
  return (
    <Group group="conversation" tokens={sumOf(said)}>
      <SaidRows parts={said} />
      {said.length === 0 && open === undefined && <li className={styles.note}>{words.none}</li>}
    </Group>
  )
}

/** Asks for a summary; its progress is shown above the composer. */
function Summarise({ conversation, onAsked }: { conversation: string; onAsked(): void }) {
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  return (
    <p>
      <Button
        icon="file"
        unavailable={isReadOnly ? words.readOnly : undefined}
        onClick={() => {
          void summarise(link, conversation)
          onAsked()
        }}
      >
        {context.summarise}
      </Button>
    </p>
  )
}

/** The most that the open conversation may cost. */
function Budget({ conversation, budget }: { conversation: string; budget: number | undefined }) {
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  return (
    <section className={styles.group} aria-label={words.budget}>
      <h3 className={styles.heading}>{words.budget}</h3>
      <SavedText
        label={words.budget}
        type="number"
        min={0.01}
        max={100_000}
        step="any"
        value={budget === undefined ? '' : String(budget)}
        block={isReadOnly ? words.readOnly : undefined}
        check={(text) =>
          text === '' || (/^\d+(?:\.\d+)?$/.test(text) && isBudget(Number(text))) ? undefined : words.budgetWrong
        }
        save={(text) => link.call('setBudget', { conversation, usd: text === '' ? null : Number(text) })}
      />
      <p className={styles.note}>{words.budgetHelp}</p>
    </section>
  )
}

const isBudget = (usd: number): boolean => usd >= 0.01 && usd <= 100_000
