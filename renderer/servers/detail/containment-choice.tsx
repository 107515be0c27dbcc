import { useId, useState, type SubmitEvent } from 'react'
import { levels, type ContainmentLevel, type Levels } from '../../../shared/config/bounds.ts'
import type { StdioConfig } from '../../../shared/config/server-config.ts'
import { isLooser } from '../../../shared/risk/launch-diff.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useLink } from '../../state/replica.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError, FieldGroup, Radio, TextArea } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import styles from './containment-choice.module.css'
import {
  boundsOf,
  configFrom,
  type ContainmentDraft,
  containmentDraft,
  linesOf,
  type ListName,
  containmentProblems,
  type SuggestedEntry,
  withEntry,
} from './containment-draft.ts'

const words = serverDetail.containment.choice

type ChoiceProps = {
  server: { id: string; name: string }
  config: StdioConfig
  /** Filled in, for the user to review. */
  suggested: SuggestedEntry | undefined
  onClose(): void
}

/** Chooses how much a server's program can reach. The server starts again only after its command is reviewed. */
export function ContainmentChoice({ server, config, suggested, onClose }: ChoiceProps) {
  const link = useLink()
  const form = useId()
  const { answer, problem } = useQuery('lookAtContainment', {})
  const [draft, setDraft] = useState<ContainmentDraft>(() =>
    suggested ? withEntry(containmentDraft(config), suggested) : containmentDraft(config),
  )
  const [isTried, setTried] = useState(false)
  const problems = containmentProblems(draft)
  const save = useAction(async () => {
    await link.call('updateServer', { id: server.id, config: configFrom(config, draft) })
    onClose()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length === 0) void save.run()
  }
  const list = (name: ListName, help: string, example: string) => (
    <Field label={words[name]} help={help} error={isTried ? problems[name] : undefined} optional>
      <TextArea
        className="mono"
        spellCheck={false}
        placeholder={example}
        value={draft[name]}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      />
    </Field>
  )
  const folders = (name: 'writable' | 'readable') => (
    <div className={styles.list}>
      {list(name, words.folderHelp, words.folderExample)}
      <PickFolder label={words[name]} onPick={(value) => setDraft((now) => withEntry(now, { list: name, value }))} />
    </div>
  )
  return (
    <ActionDialog
      onClose={onClose}
      title={words.title(server.name)}
      leave={words.cancel}
      verb={words.save}
      action={save}
      form={form}
      unavailable={blockOf(draft, answer?.levels)}
    >
      <form id={form} className="stack gap4" onSubmit={submit} noValidate>
        {suggested && (
          <Note kind="ask">
            <Phrase
              text={words.suggested[suggested.list]}
              slots={{
                value: (
                  <code>
                    <Plain text={suggested.value} />
                  </code>
                ),
              }}
            />
          </Note>
        )}
        <FieldGroup label={words.level}>
          {levels.map((level) => (
            <LevelChoice
              key={level}
              level={level}
              why={whyNot(level, answer?.levels)}
              isChosen={draft.level === level}
              choose={() => setDraft({ ...draft, level })}
            />
          ))}
        </FieldGroup>
        {isLooser(boundsOf(configFrom(config, draft)), boundsOf(config)) && <Note>{words.looser}</Note>}
        {!answer && !problem && <p className="small block ink2">{words.checking}</p>}
        {draft.level !== 'open' && folders('writable')}
        {draft.level === 'sealed' && folders('readable')}
        {draft.level === 'sealed' && list('hosts', hostsHelp(answer?.levels), words.hostExample)}
        <p className="small block ink2">{words.restarts}</p>
        {problem && <Note kind="no">{problem}</Note>}
      </form>
    </ActionDialog>
  )
}

/** Chooses a folder in the system's dialog; in a browser tab, which has none, the path is typed. */
function PickFolder({ label, onPick }: { label: string; onPick(folder: string): void }) {
  const link = useLink()
  const shell = useQuery('getAbout', {}).answer?.shell
  const pick = useAction(async () => {
    const { folder } = await link.call('pickFolder', {})
    if (folder !== undefined) onPick(folder)
  })
  if (shell !== 'electron') return null
  return (
    <>
      <Button size="sm" busy={pick.busy} aria-label={words.pickFor(label)} onClick={() => void pick.run()}>
        {words.pick}
      </Button>
      {pick.problem !== undefined && <FieldError>{pick.problem}</FieldError>}
    </>
  )
}

type LevelProps = { level: ContainmentLevel; why: string | undefined; isChosen: boolean; choose(): void }

/** A level that doesn't work here says why, and can't be chosen. */
function LevelChoice({ level, why, isChosen, choose }: LevelProps) {
  const { label, help } = words.levels[level]
  return (
    <Radio name="level" checked={isChosen} disabled={why !== undefined} onChange={choose}>
      <span className="block medium">{label}</span>
      <span className="small block ink2">{help}</span>
      {why !== undefined && <span className="small block ink3">{why}</span>}
    </Radio>
  )
}

function whyNot(level: ContainmentLevel, found: Levels | undefined): string | undefined {
  if (level === 'open' || !found || found[level] === 'holds') return undefined
  return words.why[found[level]]
}

const hostsHelp = (found: Levels | undefined): string =>
  !found || found.hosts === 'holds' ? words.hostHelp : words.why[found.hosts]

/** Why the chosen level can't be saved. */
function blockOf({ level, hosts }: ContainmentDraft, found: Levels | undefined): string | undefined {
  if (level === 'open') return undefined
  if (!found) return words.checking
  const why = whyNot(level, found)
  if (why !== undefined || level !== 'sealed' || linesOf(hosts).length === 0) return why
  return found.hosts === 'holds' ? undefined : words.why[found.hosts]
}
