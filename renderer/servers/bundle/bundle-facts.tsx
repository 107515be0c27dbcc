import type { ReactNode } from 'react'
import { type BundleCandidate, type BundleFacts, type BundleReview, withFolder } from '../../../shared/config/bundle.ts'
import type { Template } from '../../../shared/config/candidate.ts'
import { commandLine } from '../../../shared/text/command-line.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Plain, Word } from '../../ui/third-party/ext.tsx'
import styles from './bundle.module.css'

const words = bundlePage

/** A bundle that passed every check and can be reviewed. */
export type SoundBundle = Extract<BundleReview, { facts: BundleFacts }>

/** A part of the review; `title` is its accessible name too. */
export const BundleSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** The bundle's claimed author, its identity and its needs. Names mark claims as such. */
export function BundleFactList({ review }: { review: SoundBundle }) {
  const { facts, sha256, runtimes, bytes } = review
  const { claims, files, size } = facts
  const { author, license, homepage, privacyPolicies, tools, version } = claims
  const { facts: names } = words
  return (
    <FactList>
      <Fact name={names.author}>
        <Word text={[author.name, author.email, author.url].filter(Boolean).join(' · ')} />
      </Fact>
      <Fact name={names.version}>
        <Word text={version} />
      </Fact>
      <Fact name={names.sha256}>
        <code className="breaks">{sha256}</code> <CopyButton label={names.copySha} text={() => sha256} />
      </Fact>
      <Fact name={names.needs}>
        {runtimes.length === 0
          ? names.nothing
          : runtimes.map((runtime) => (
              <div key={runtime.command}>
                <code>
                  <Word text={runtime.command} />
                </code>{' '}
                <Word text={words.runtime(runtime)} />
              </div>
            ))}
      </Fact>
      <Fact name={names.content}>{names.files(files, `${formatBytes(bytes)}, ${formatBytes(size)}`)}</Fact>
      {tools.length > 0 && (
        <Fact name={names.tools}>
          <Plain text={tools.join(', ')} limit={400} />
        </Fact>
      )}
      {license !== undefined && (
        <Fact name={names.license}>
          <Word text={license} />
        </Fact>
      )}
      {homepage !== undefined && (
        <Fact name={names.homepage}>
          <Word text={homepage} />
        </Fact>
      )}
      {privacyPolicies.map((address) => (
        <Fact key={address} name={names.privacy}>
          <Word text={address} />
        </Fact>
      ))}
    </FactList>
  )
}

/** Warnings, and the reasons why it can't be used here. */
export function BundleNotes({ review: { facts, runtimes } }: { review: SoundBundle }) {
  const missing = runtimes.filter(({ path }) => path === undefined).map(({ command }) => command)
  const first = new Set(['other-author-than-installed', 'other-content-than-installed', 'older-than-installed'])
  const [urgent, others] = [
    facts.warnings.filter(({ code }) => first.has(code)),
    facts.warnings.filter(({ code }) => !first.has(code)),
  ]
  return (
    <>
      {facts.blocks.length > 0 && (
        <Note kind="no" quiet>
          <b>{words.blocks.title}</b> {facts.blocks.map(words.blocks.of).join(' ')}
        </Note>
      )}
      {urgent.map((warning) => (
        <Note key={warning.code} kind="no" quiet>
          <b>{words.warnings.of(warning)}</b> {warning.names && <Word text={warning.names.join(', ')} />}
        </Note>
      ))}
      {missing.length > 0 && facts.blocks.length === 0 && (
        <Note kind="no" quiet>
          {words.missing(missing.join(', '))}
        </Note>
      )}
      {others.length > 0 && (
        <BundleSection title={words.warnings.title}>
          <ul className="stack gap1 breaks">
            {others.map((warning) => (
              <li key={warning.code}>
                {words.warnings.of(warning)} {warning.names && <Word text={warning.names.join(', ')} />}
              </li>
            ))}
          </ul>
        </BundleSection>
      )}
    </>
  )
}

/** A template as text: the folder and the settings by their names. */
const textOf = (template: Template): string =>
  template.map((part) => (typeof part === 'string' ? withFolder(part, words.runs.folder) : `{${part.ask}}`)).join('')

const lineOf = ({ launch: { command, args } }: Pick<BundleCandidate, 'launch'>): string =>
  commandLine({ command: textOf(command), args: args.map(textOf) })

const variablesOf = ({ launch }: Pick<BundleCandidate, 'launch'>): string[] =>
  launch.env.map(({ name, value, secret }) => `${name}=${secret ? `(${words.runs.secret})` : textOf(value)}`)

/** The command on this system, and its variables, with the settings' places; `before` is the version in use. */
export function BundleCommand({
  facts,
  before,
}: {
  facts: BundleFacts
  before: BundleCandidate['launch'] | undefined
}) {
  const now = { line: lineOf(facts.candidate), variables: variablesOf(facts.candidate) }
  const old = before && { line: lineOf({ launch: before }), variables: variablesOf({ launch: before }) }
  const isSame = JSON.stringify(now) === JSON.stringify(old)
  return (
    <BundleSection title={words.runs.title}>
      {old && isSame && <p className="small ink3">{words.runs.same}</p>}
      {old && !isSame && (
        <>
          <p className="small ink3">{words.runs.before}</p>
          <Runs {...old} />
          <p className="small ink3">{words.runs.after}</p>
        </>
      )}
      <Runs {...now} />
      <p className="small ink3">{words.runs.legend}</p>
    </BundleSection>
  )
}

const Runs = ({ line, variables }: { line: string; variables: string[] }) => (
  <pre className="pre-wrap well">
    <Plain text={[line, ...variables].join('\n')} limit={4000} />
  </pre>
)
