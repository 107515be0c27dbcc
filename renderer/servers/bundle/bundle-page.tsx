import { useState } from 'react'
import type { BundleFacts, InstalledBundle } from '../../../shared/config/bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useQuery } from '../../state/query.ts'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href, navigate } from '../../state/routes.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Field, Select } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Bar, BarTrail } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import styles from './bundle.module.css'
import { BundleCommand, BundleFactList, BundleNotes, BundleSection, type SoundBundle } from './bundle-facts.tsx'
import type { Before } from '../../state/servers/draft/candidate-draft.ts'
import { CandidateForm } from '../candidate/candidate-form.tsx'
import { useCandidate } from '../candidate/use-candidate.ts'
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

/** The settings, and the button. */
function AddBundle({ review: { facts }, before: installed, chooser }: AddBundleProps) {
  const config = useHost((state) => installed && state.configured.servers[installed.server])
  const filled = useCandidate({
    candidate: facts.candidate,
    before: installed && config && beforeBundle(installed, config),
    known: firstAnswers(facts, installed),
    onSaved: (server) => navigate({ page: 'servers', server }),
  })
  return (
    <BundleSection title={words.form.title}>
      <CandidateForm filled={filled}>{chooser}</CandidateForm>
    </BundleSection>
  )
}

/** The form's first answers: those given for the bundle's older version, else the questions' defaults. */
function firstAnswers({ candidate: { questions } }: BundleFacts, installed: InstalledBundle | undefined): Answers {
  const kept = installed?.bundle.settings ?? {}
  const old = new Map(installed?.questions.map((question) => [question.id, question]))
  return Object.fromEntries(
    questions.flatMap((question) => {
      const isSame = old.get(question.id)?.format === question.format
      const answer = isSame && !question.secret ? (kept[question.id] ?? question.initial) : question.initial
      return answer === undefined ? [] : [[question.id, answer]]
    }),
  )
}

/** The server that a bundle updates. If its files are gone, no value is known to be the same. */
const beforeBundle = ({ server, launch }: InstalledBundle, config: ServerConfig): Before => ({
  id: server,
  config,
  launch: launch ?? { type: 'stdio', command: [], args: [], env: [] },
})
