import type { ReactNode } from 'react'
import type { Passport } from '../../../shared/config/passport.ts'
import type { CheckedPassport } from '../../../shared/contract/passport-commands.ts'
import { commandLine } from '../../../shared/text/command-line.ts'
import { formatDate, formatTime } from '../../strings/format/time.ts'
import { passportPage } from '../../strings/servers/passport-page.ts'
import { classes } from '../../ui/classes.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Seal } from '../../ui/seal.tsx'
import { Plain, Word } from '../../ui/third-party/ext.tsx'
import { PassportDefinitions, Forms, History, Rules, Use } from './passport-parts.tsx'
import styles from './passport-sheet.module.css'

const words = passportPage

/** A passport on one or two sheets of paper. `identity` is the data behind its server's seal. */
export function PassportSheet({ checked, identity }: { checked: CheckedPassport; identity: string }) {
  const { passport, fingerprint } = checked
  const { server, offers, issuedAt, release } = passport
  const title = server.name ?? server.id
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable text can be scrolled by keyboard
    <article className={styles.sheet} tabIndex={0} aria-label={words.page.label(title)}>
      <header className={styles.head}>
        <Seal identity={identity} size={48} />
        <div>
          <p className="small ink3">{words.page.kind}</p>
          <h2 className={styles.name}>
            <Plain text={title} /> {title !== server.id && <code className={styles.id}>{server.id}</code>}
          </h2>
          <p className="small ink3">
            {words.page.written(formatDate(issuedAt), formatTime(issuedAt), release.slice(0, 40))}
          </p>
        </div>
      </header>
      <Part title={words.parts[server.reached.type]}>
        <Reached reached={server.reached} />
      </Part>
      <Part title={words.parts.offers}>
        <PassportDefinitions offers={offers} />
      </Part>
      <Part title={words.parts.use}>
        <Use use={passport.use} />
      </Part>
      <Part title={words.parts.rules}>
        <Rules use={passport.use} />
      </Part>
      <Part title={words.parts.forms}>
        <Forms forms={passport.secretForms} />
      </Part>
      <Part title={words.parts.history}>
        <History history={passport.history} earlier={passport.earlier} />
      </Part>
      <Part title={words.signature.title}>
        <p>
          {words.signature.fingerprint} <code className={styles.fingerprint}>{fingerprint}</code>{' '}
          <CopyButton label={words.signature.copyFingerprint} text={() => fingerprint} />
        </p>
        <p>
          {words.signature.says} <b>{words.signature.saysNot}</b>
        </p>
      </Part>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes('stack', styles.part)} aria-label={title}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </section>
)

function Reached({ reached }: { reached: Passport['server']['reached'] }) {
  const { facts } = words
  if (reached.type === 'http')
    return (
      <FactList>
        <Fact name={facts.url}>
          <code>
            <Word text={reached.url} />
          </code>
        </Fact>
        <Fact name={facts.headers}>
          <Names list={reached.headers} />
        </Fact>
      </FactList>
    )
  const { command, args, cwd, env, trusted } = reached
  return (
    <FactList>
      <Fact name={facts.command}>
        <code>
          <Plain text={commandLine({ command, args })} />
        </code>
      </Fact>
      <Fact name={facts.folder}>
        {cwd === undefined ? (
          facts.usualFolder
        ) : (
          <code>
            <Word text={cwd} />
          </code>
        )}
      </Fact>
      <Fact name={facts.environment}>
        <Names list={env} />
      </Fact>
      {trusted ? (
        <>
          <Fact name={facts.file}>
            <code>
              <Word text={trusted.path} />
            </code>
          </Fact>
          <Fact name={facts.sha256}>{trusted.sha256 ? <code>{trusted.sha256}</code> : facts.unreadable}</Fact>
          <Fact name={facts.trusted}>{facts.trustedOn(formatDate(trusted.at), formatTime(trusted.at))}</Fact>
        </>
      ) : (
        <Fact name={facts.trusted}>{facts.notTrusted}</Fact>
      )}
    </FactList>
  )
}

/** Names of variables or headers; values aren't in a passport. */
function Names({ list }: { list: { name: string; secret: boolean }[] }) {
  if (list.length === 0) return <>{words.facts.none}</>
  return list.map(({ name, secret }, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>
        <Word text={name} />
      </code>
      {secret && ` (${words.facts.secret})`}
    </span>
  ))
}
