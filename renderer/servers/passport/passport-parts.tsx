import type { Passport } from '../../../shared/config/passport.ts'
import { formatDate, formatTime } from '../../strings/format/time.ts'
import { passportPage } from '../../strings/servers/passport-page.ts'
import { itemInWords } from '../../inbox/definitions/definition-words.ts'
import { Plain, Word } from '../../ui/third-party/ext.tsx'
import styles from './passport-parts.module.css'

const words = passportPage

/** How many digits of a hash are shown; the file has all of them. */
const digits = 16

/** Every accepted definition, with the beginning of its hash. */
export function PassportDefinitions({ offers: { definitions, waiting, resources } }: Pick<Passport, 'offers'>) {
  return (
    <>
      <p>{definitions.length === 0 ? words.offers.none : words.offers.counts(definitions.length, resources)}</p>
      {waiting > 0 && <p>{words.offers.waiting(waiting)}</p>}
      {definitions.length > 0 && (
        <ul className={styles.definitions} aria-label={words.offers.list}>
          {definitions.map(({ item, hash }) => {
            const { name, kind = words.offers.tool } = itemInWords(item)
            const start = hash.slice(0, digits)
            return (
              <li key={item}>
                <code className="breaks">
                  <Plain text={name} limit={200} />
                </code>
                <span className="fs-small ink3">{kind}</span>
                <code className="fs-small ink2" title={hash}>
                  <span className="sr">{words.offers.hash(start)}</span>
                  <span aria-hidden>{start}</span>
                </code>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

/** The server's history, newest last. */
export function History({ history, earlier }: Pick<Passport, 'history' | 'earlier'>) {
  return (
    <>
      {earlier > 0 && <p className="fs-small ink3">{words.history.earlier(earlier)}</p>}
      <ol className={styles.history} aria-label={words.history.list}>
        {history.map(({ at, what, by, count, names }, index) => (
          <li key={index}>
            <span className="ink3 num">
              {formatDate(at)} {formatTime(at)}
            </span>
            <span>
              {words.history.what[what]} {words.history.by[by]}
              {count > 0 && ': '}
              <NameList names={names.map((name) => itemInWords(name).name)} />
              {count > names.length && ` ${words.history.andMore(count - names.length)}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

const NameList = ({ names }: { names: string[] }) =>
  names.map((name, index) => (
    <span key={index}>
      {index > 0 && ', '}
      <code>
        <Word text={name} />
      </code>
    </span>
  ))

/** How often the server started, and how calls were decided and ended. */
export function Use({ use: { starts, failedStarts, calls, tools } }: Pick<Passport, 'use'>) {
  const { figures } = words.use
  const names = ['allowedByUser', 'allowedByRule', 'deniedByUser', 'deniedByRule', 'succeeded', 'failed', 'unknown']
  const rows = names.flatMap((name) =>
    isFigure(name) && calls[name] > 0 ? [{ label: figures[name], count: calls[name] }] : [],
  )
  return (
    <>
      <p>{words.use.starts(starts, failedStarts)}</p>
      {rows.length === 0 ? (
        <p>{words.use.none}</p>
      ) : (
        <ul className={styles.figures} aria-label={words.use.label}>
          {rows.map(({ label, count }) => (
            <li key={label}>
              <b className="num">{count}</b> {label}
            </li>
          ))}
        </ul>
      )}
      {tools.length > 0 && <Tools tools={tools} />}
    </>
  )
}

const isFigure = (name: string): name is keyof Passport['use']['calls'] => name in words.use.figures

const Tools = ({ tools }: Pick<Passport['use'], 'tools'>) => (
  <table className={styles.tools} aria-label={words.use.tools}>
    <thead>
      <tr>
        <th scope="col">{words.use.tool}</th>
        <th scope="col">{words.use.ran}</th>
        <th scope="col">{words.use.denied}</th>
        <th scope="col">{words.use.failed}</th>
      </tr>
    </thead>
    <tbody>
      {tools.map(({ name, ran, denied, failed }) => (
        <tr key={name}>
          <th scope="row">
            <code>
              <Word text={name} />
            </code>
          </th>
          <td>{ran}</td>
          <td>{denied}</td>
          <td>{failed}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Rules without the values of their conditions. */
export function Rules({ use: { rules, moreRules } }: Pick<Passport, 'use'>) {
  if (rules.length === 0) return <p>{words.rules.none}</p>
  return (
    <>
      <ul className={styles.rules}>
        {rules.map(({ effect, tool, conditions }, index) => (
          <li key={index}>
            {words.rules.effects[effect]}{' '}
            {tool === undefined ? (
              words.rules.everything
            ) : (
              <code>
                <Word text={tool} />
              </code>
            )}{' '}
            {words.rules.conditions(conditions)}
          </li>
        ))}
      </ul>
      {moreRules > 0 && <p>{words.rules.more(moreRules)}</p>}
    </>
  )
}

/** Forms that seemed to ask for a secret. */
export function Forms({ forms: { count, latest } }: { forms: Passport['secretForms'] }) {
  if (count === 0) return <p>{words.forms.none}</p>
  return (
    <>
      <p>{words.forms.count(count)}</p>
      <ol className={styles.history} aria-label={words.parts.forms}>
        {latest.map(({ at, fields, answer }, index) => (
          <li key={index}>
            <span className="ink3 num">
              {formatDate(at)} {formatTime(at)}
            </span>
            <span>
              {fields.length === 0 ? words.forms.unnamed : <NameList names={fields} />}, {words.forms.answers[answer]}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
