import { useState } from 'react'
import type { Candidate } from '../../../shared/config/candidate.ts'
import type { RegistryOption } from '../../../shared/config/registry.ts'
import type { RegistryServer } from '../../../shared/contract/registry-commands.ts'
import { useHost } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Checkbox, FieldGroup, Radio } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { CandidateForm } from '../candidate/candidate-form.tsx'
import { useCandidate } from '../candidate/use-candidate.ts'
import { settledAnswers } from '../../state/servers/draft/candidate-draft.ts'
import styles from './add-from-registry.module.css'
import { FetchBundle } from './fetch-bundle.tsx'
import { suggestedId } from './publisher.ts'
import { Warnings } from './warnings.tsx'
import { WayView } from './way-view.tsx'

const words = registryPage.ways

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
      {option && 'candidate' in option && <AddForm key={chosen} server={server} candidate={option.candidate} />}
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

type AddFormProps = { server: RegistryServer; candidate: Candidate }

/** The name and values of a new server, and exactly what they make of the record. */
function AddForm({ server: { about }, candidate }: AddFormProps) {
  const taken = Object.keys(useHost((state) => state.configured.servers))
  const [isSure, setSure] = useState(false)
  const filled = useCandidate({
    candidate: { ...candidate, id: suggestedId(candidate.id, about.name, taken) },
    onSaved: (added) => navigate({ page: 'servers', server: added }),
  })
  const { questions } = candidate
  const isDeprecated = about.status === 'deprecated'
  return (
    <CandidateForm filled={filled} unavailable={isDeprecated && !isSure ? words.warnings.deprecated : undefined}>
      <WayView launch={candidate.launch} questions={questions} answers={settledAnswers(questions, filled.answers)} />
      <h2 className={styles.heading}>{registryPage.add.title}</h2>
      {isDeprecated && (
        <Checkbox checked={isSure} onChange={({ target }) => setSure(target.checked)}>
          {registryPage.add.deprecated}
        </Checkbox>
      )}
    </CandidateForm>
  )
}
