import {
  fillLaunch,
  isEmpty,
  type Answers,
  type LaunchTemplate,
  type NamedTemplate,
  type GapQuestion,
} from '../../../shared/config/candidate.ts'
import { commandWarnings } from '../../../shared/risk/command-warnings.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Note } from '../../ui/note.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Plain, Word } from '../../ui/third-party/ext.tsx'
import styles from './way-view.module.css'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = registryPage.ways

type WayViewProps = { launch: LaunchTemplate; questions: readonly GapQuestion[]; answers: Answers }

/** Exactly what would run or be reached with these answers; a missing one is shown as its field's label. */
export function WayView({ launch, questions, answers }: WayViewProps) {
  const shown: Answers = {
    ...answers,
    ...Object.fromEntries(
      questions.flatMap(({ id, label, required, secret }) => {
        if (!isEmpty(answers[id])) return secret ? [[id, words.hidden]] : []
        return required ? [[id, words.needed(label)]] : []
      }),
    ),
  }
  const filled = fillLaunch(launch, shown).launch
  if (filled.type === 'http' && launch.type === 'http')
    return (
      <FactList>
        <Fact name={words.reaches}>
          <code>
            <Word text={decoded(filled.url)} />
          </code>
        </Fact>
        <Named title={words.headers} values={launch.headers} filled={filled.headers} />
      </FactList>
    )
  if (filled.type !== 'stdio' || launch.type !== 'stdio') return null
  const { command, args, env } = filled
  const environment = env.map(({ name }) => ({ name, from: 'configuration' as const }))
  return (
    <>
      <FactList>
        <Fact name={words.runs}>
          <code className={styles.command}>
            {fixedList([command, ...args], (word) => (
              <span className={styles.word}>
                <Word text={word} />
              </span>
            ))}
          </code>
        </Fact>
        <Named title={words.variables} values={launch.env} filled={env} />
      </FactList>
      {commandWarnings({ command, args, environment }).map(({ title, detail }) => (
        <Note key={title}>
          <b>{title}.</b> <Plain text={detail} limit={400} />
        </Note>
      ))}
    </>
  )
}

/** A URL with its missing parts as they're called, not as they're encoded. */
const decoded = (url: string): string => url.replaceAll(/%E2%80%B9.*?%E2%80%BA/g, (part) => decodeURIComponent(part))

type NamedProps = { title: string; values: NamedTemplate[]; filled: { name: string; value: string }[] }

/** Variables or headers: fixed ones with their value; of the others only whether they're secret. */
function Named({ title, values, filled }: NamedProps) {
  if (values.length === 0) return null
  return (
    <Fact name={title}>
      <ul>
        {values.map(({ name, value, secret }) => {
          const isFixed = value.every((part) => typeof part === 'string')
          const given = filled.find((it) => it.name === name)
          return (
            <li key={name}>
              <code>
                <Word text={name} />
              </code>{' '}
              <span className="fs-small ink3">
                {secret ? words.secret : given === undefined ? words.notGiven : null}
                {!secret && given !== undefined && (isFixed || given.value !== '') && (
                  <Plain text={given.value} limit={200} />
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Fact>
  )
}
