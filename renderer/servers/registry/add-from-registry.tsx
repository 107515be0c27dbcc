import { useState, type SubmitEvent } from 'react'
import type { Answers, Candidate } from '../../../shared/config/candidate.ts'
import type { RegistryOption } from '../../../shared/config/registry.ts'
import type { RegistrySource } from '../../../shared/config/server-config.ts'
import type { RegistryServer } from '../../../shared/contract/registry-commands.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { navigate } from '../../state/routes.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, FieldGroup, Radio, TextInput } from '../../ui/fields/field.tsx'
import { QuestionFields } from '../../ui/fields/question-fields.tsx'
import { invalidIn, useFocusNext } from '../../ui/fields/use-focus-next.ts'
import { Note } from '../../ui/note.tsx'
import { Plain, Word } from '../../ui/third-party/ext.tsx'
import { settledAnswers } from '../draft/candidate-draft.ts'
import { readCandidate, type CandidateProblems } from '../draft/read-candidate.ts'
import type { ServerInput } from '../draft/read-draft.ts'
import styles from './add-from-registry.module.css'
import { suggestedId } from './publisher.ts'
import { Warnings } from './warnings.tsx'
import { WayView } from './way-view.tsx'

const words = registryPage.ways

/** Where a server added by this option came from. */
export const sourceOf = (
  { url, about }: Pick<RegistryServer, 'url' | 'about'>,
  option: RegistryOption,
): RegistrySource => ({
  url,
  name: about.name,
  version: about.version,
  ...(option.package && { package: option.package }),
})

/** A record's ways, with those that can't be used and why; the chosen one's program or URL, and its form. */
export function AddFromRegistry({ server }: { server: RegistryServer }) {
  const { options, missing } = server
  const usable = options.flatMap((option, at) => ('cannot' in option ? [] : [at]))
  const unusable = options.filter((option) => 'cannot' in option)
  const [chosen, setChosen] = useState(usable.find((at) => missing[at] === undefined) ?? usable[0])
  const option = chosen === undefined ? undefined : options[chosen]
  return (
    <>
      <section className="stack gap3" aria-label={words.title}>
        <h2 className={styles.heading}>{words.title}</h2>
        {usable.length > 1 && (
          <FieldGroup label={words.choose}>
            {usable.map((at) => (
              <Radio key={at} name="way" checked={at === chosen} onChange={() => setChosen(at)}>
                <WayName option={options[at]} />
                {missing[at] !== undefined && <span className="small regular ink3"> {words.missing(missing[at])}</span>}
              </Radio>
            ))}
          </FieldGroup>
        )}
        {chosen !== undefined && missing[chosen] !== undefined && <Note>{words.missing(missing[chosen])}</Note>}
        {option && <Warnings warnings={option.warnings} />}
        {option && 'bundle' in option && (
          <FetchBundle
            name={server.about.name}
            version={server.about.version}
            at={chosen ?? 0}
            url={option.bundle.url}
          />
        )}
        <Unusable options={unusable} />
      </section>
      {option && 'candidate' in option && (
        <AddForm key={chosen} server={server} option={option} candidate={option.candidate} />
      )}
    </>
  )
}

type FetchBundleProps = { name: string; version: string; at: number; url: string }

/** Downloads a bundle after a press, and goes to its review. */
function FetchBundle({ url, ...wanted }: FetchBundleProps) {
  const link = useLink()
  const block = useAdminBlock()
  const fetching = useAction(async () => {
    const { sha256 } = await link.call('fetchRegistryBundle', wanted)
    navigate({ page: 'bundle', sha256 })
  })
  return (
    <>
      <Note
        action={
          <Button busy={fetching.busy} unavailable={block} onClick={() => void fetching.run()}>
            {words.fetchBundle}
          </Button>
        }
      >
        {words.bundleHelp} <Word text={url} />
      </Note>
      {fetching.problem && <Note kind="no">{fetching.problem}</Note>}
    </>
  )
}

/** A way in a few words: its kind, and the package or URL. */
function WayName({ option }: { option: RegistryOption | undefined }) {
  if (!option) return null
  const named = option.package
  return (
    <>
      {named ? words.package(named.type.slice(0, 20)) : words.url}{' '}
      <code>
        <Plain
          text={named ? [named.identifier, named.version].filter(Boolean).join(' ') : (option.address ?? '')}
          limit={120}
        />
      </code>
    </>
  )
}

function Unusable({ options }: { options: RegistryOption[] }) {
  if (options.length === 0) return null
  return (
    <div className="stack gap3">
      <h3 className="small regular ink3">{words.unusable}</h3>
      <ul className="stack breaks">
        {options.map((option) => (
          <li key={`${option.from} ${option.index}`}>
            <WayName option={option} />
            {'cannot' in option && <p className="small regular ink3">{words.cannot[option.cannot]}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type AddFormProps = { server: RegistryServer; option: RegistryOption; candidate: Candidate }

/** The name and values of a new server, and exactly what they make of the record. */
function AddForm({ server, option, candidate }: AddFormProps) {
  const link = useLink()
  const block = useAdminBlock()
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const focusNext = useFocusNext()
  const { about } = server
  const [id, setId] = useState(() => suggestedId(candidate.id, about.name, taken))
  const [answers, setAnswers] = useState<Answers>({})
  const [isSure, setSure] = useState(false)
  const [problems, setProblems] = useState<CandidateProblems>({ questions: {} })
  const add = useAction(async (input: ServerInput) => {
    await link.call('addServer', input)
    navigate({ page: 'servers', server: input.id })
  })
  const needsWord = about.status === 'deprecated' && !isSure
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const read = readCandidate({ ...candidate, id }, answers, { taken, and: { registry: sourceOf(server, option) } })
    setProblems('problems' in read ? read.problems : { questions: {} })
    if ('input' in read && !needsWord && block === undefined) void add.run(read.input)
    else focusNext(() => invalidIn(form))
  }
  return (
    <form className="stack gap3" onSubmit={submit} noValidate>
      <WayView
        launch={candidate.launch}
        questions={candidate.questions}
        answers={settledAnswers(candidate.questions, answers)}
      />
      <h2 className={styles.heading}>{registryPage.add.title}</h2>
      {candidate.questions.length === 0 && <p className="small regular ink3">{registryPage.add.none}</p>}
      <QuestionFields
        questions={candidate.questions}
        answers={answers}
        problems={problems.questions}
        onAnswer={(question, answer) => setAnswers((now) => ({ ...now, [question]: answer }))}
      />
      <Field label={registryPage.add.id} help={registryPage.add.idHelp} error={problems.id}>
        <TextInput value={id} maxLength={64} onChange={({ target }) => setId(target.value)} />
      </Field>
      {about.status === 'deprecated' && (
        <Checkbox checked={isSure} onChange={({ target }) => setSure(target.checked)}>
          {registryPage.add.deprecated}
        </Checkbox>
      )}
      {problems.other && <Note kind="no">{problems.other}</Note>}
      {add.problem && <Note kind="no">{add.problem}</Note>}
      <div className="row wrap apart gap2-3">
        <span className="small regular ink3">{registryPage.add.fact}</span>
        <Button
          kind="primary"
          type="submit"
          icon="plus"
          busy={add.busy}
          unavailable={block ?? (needsWord ? words.warnings.deprecated : undefined)}
        >
          {registryPage.add.add}
        </Button>
      </div>
    </form>
  )
}
