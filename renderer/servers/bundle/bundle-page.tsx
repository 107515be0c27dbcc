import { useRef, useState, type SubmitEvent } from 'react'
import type { InstalledBundle } from '../../../shared/config/bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href, navigate } from '../../state/routes.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/fields/field.tsx'
import { QuestionFields } from '../../ui/fields/question-fields.tsx'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Bar, BarTrail } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import styles from './bundle.module.css'
import { BundleCommand, BundleFactList, BundleNotes, BundleSection, type SoundBundle } from './bundle-facts.tsx'
import type { CandidateProblems } from '../draft/read-candidate.ts'
import { firstAnswers, freeBundleId, keptSecrets, readBundleForm } from './bundle-input.ts'
import { OpenBundle } from './open-bundle.tsx'

const words = bundlePage

/** An opened bundle with its claims, command and settings, and a way to add it or update a server with it. */
export function BundlePage({ sha256 }: { sha256: string }) {
  const block = useAdminBlock()
  const { answer, problem } = useQuery('reviewBundle', block === undefined ? { sha256 } : undefined)
  return (
    <>
      <Bar
        title={
          <BarTrail up={words.servers} to={href({ page: 'servers' })}>
            {words.title}
          </BarTrail>
        }
      />
      <Page>
        {block !== undefined && <Note>{block}</Note>}
        {problem !== undefined && (
          <>
            <Note kind="no">{problem}</Note>
            <p>{words.gone}</p>
            <OpenBundle block={block} />
          </>
        )}
        {!answer && problem === undefined && block === undefined && <Loading what={words.loading} />}
        {answer &&
          problem === undefined &&
          ('facts' in answer ? <Sound review={answer} /> : <Refused review={answer} />)}
      </Page>
    </>
  )
}

function Refused({ review: { refused, paths = [], file } }: { review: Exclude<ReviewOf, SoundBundle> }) {
  return (
    <div className="stack gap6">
      <Note kind="no">
        <b>{words.refusals[refused]}</b> {words.refused}
        {file !== undefined && (
          <p>
            {words.inFile} <Word text={file} />
          </p>
        )}
        {paths.length > 0 && (
          <p>
            {words.faults} <Word text={paths.join(', ')} />
          </p>
        )}
      </Note>
      <OpenBundle />
    </div>
  )
}

type ReviewOf = NonNullable<ReturnType<typeof useQuery<'reviewBundle'>>['answer']>

function Sound({ review }: { review: SoundBundle }) {
  const { facts, installed } = review
  const { title, description } = facts.claims
  const [target, setTarget] = useState(installed[0]?.server)
  const before = installed.find(({ server }) => server === target)
  return (
    <div className="stack gap6">
      <h2 className={styles.name}>
        <Plain text={title} />
      </h2>
      <Note>{words.unsigned}</Note>
      <BundleNotes review={review} />
      {description !== '' && (
        <Ext from={words.from}>
          <Plain text={description} limit={600} />
        </Ext>
      )}
      <BundleFactList review={review} />
      <BundleCommand facts={facts} before={before?.launch} />
      {facts.blocks.length === 0 && (
        <AddBundle
          key={target}
          review={review}
          before={before}
          chooser={installed.length > 0 && <Target installed={installed} value={target} onChange={setTarget} />}
        />
      )}
    </div>
  )
}

type TargetProps = {
  installed: InstalledBundle[]
  value: string | undefined
  onChange(server: string | undefined): void
}

const Target = ({ installed, value, onChange }: TargetProps) => (
  <Field label={words.form.target}>
    <Select value={value ?? ''} onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}>
      {installed.map(({ server }) => (
        <option key={server} value={server}>
          {words.form.update(server)}
        </option>
      ))}
      <option value="">{words.form.asNew}</option>
    </Select>
  </Field>
)

type AddBundleProps = { review: SoundBundle; before: InstalledBundle | undefined; chooser: React.ReactNode }

/** The settings, and the button. Afterwards the server's page has the review of its command. */
function AddBundle({ review: { facts, sha256 }, before: installed, chooser }: AddBundleProps) {
  const link = useLink()
  const servers = useHost((state) => state.configured.servers)
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<Answers>(() => firstAnswers(facts, installed))
  const [id, setId] = useState(() => freeBundleId(facts.candidate.id, servers))
  const [problems, setProblems] = useState<CandidateProblems>()
  const focusNext = useFocusNext()
  const config = installed && servers[installed.server]
  const before = installed && config?.type === 'stdio' ? { installed, config } : undefined
  const kept = keptSecrets({ facts, before })
  const save = useAction(async () => {
    const read = readBundleForm({ facts, sha256, answers, id, before }, Object.keys(servers))
    if ('problems' in read) {
      setProblems(read.problems)
      return focusNext(() => invalidIn(form.current))
    }
    setProblems(undefined)
    await link.call(before ? 'updateServer' : 'addServer', read.input)
    navigate({ page: 'servers', server: read.input.id })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void save.run()
  }
  return (
    <BundleSection title={words.settings.title}>
      <form ref={form} className="stack gap6" onSubmit={submit} noValidate>
        {chooser}
        {!before && (
          <Field label={words.form.name} error={problems?.id}>
            <TextInput value={id} onChange={({ target }) => setId(target.value)} />
          </Field>
        )}
        {facts.candidate.questions.length === 0 && <p className="small ink3">{words.settings.none}</p>}
        <QuestionFields
          questions={facts.candidate.questions}
          answers={answers}
          {...(problems && { problems: problems.questions })}
          note={({ id: question }) => kept.has(question) && words.settings.keeps}
          onAnswer={(question, answer) => setAnswers((known) => ({ ...known, [question]: answer }))}
        />
        {problems?.other !== undefined && <Note kind="no">{problems.other}</Note>}
        {save.problem !== undefined && <Note kind="no">{save.problem}</Note>}
        <div className="row wrap gap3">
          <Button kind="primary" type="submit" busy={save.busy}>
            {before ? words.form.updates : words.form.add}
          </Button>
          <span className="small ink3">{words.form.next}</span>
        </div>
      </form>
    </BundleSection>
  )
}
