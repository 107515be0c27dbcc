import type { ReactNode } from 'react'
import { strings } from '../strings/strings.ts'
import { useId } from 'react'
import { Word } from '../ui/ext.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import styles from './page-address.module.css'
import { readableHost } from './readable-host.ts'
import { useRemoteHost } from './remote-host.ts'

const words = strings.questions.url

/** An address in full, as it is opened; its host stands out. Whom a longer host belongs to is not known, so all of it does. */
export function PageAddress({ url }: { url: string }) {
  const id = useId()
  const { protocol, host } = new URL(url)
  const before = `${protocol}//`
  return (
    <div className={styles.address}>
      <span id={id} className={styles.label}>
        {words.address}
      </span>
      <code className={styles.box} aria-labelledby={id} role="group">
        {before}
        <b className={styles.host}>{host}</b>
        <Word text={url.slice(before.length + host.length)} />
      </code>
    </div>
  )
}

type PageFactsProps = { server: string; url: string; written: string | undefined }

/** What Atrium knows of a page without asking anybody. */
export function PageFacts({ server, url, written }: PageFactsProps) {
  const name = useServerName(server)
  const remote = useRemoteHost(server)
  const { protocol, host, hostname } = new URL(url)
  const readable = readableHost(hostname)
  return (
    <Facts>
      <Fact name={words.facts.askedBy}>
        <span className={styles.server}>
          <ServerSeal server={server} />
          <b>{name}</b>
        </span>{' '}
        <Quiet>{remote === undefined ? words.facts.here : words.facts.remote(remote)}</Quiet>
      </Fact>
      <Fact name={words.facts.goesTo}>
        <b>{host}</b> {remote !== undefined && <Quiet>{remote === host ? words.facts.own : words.facts.another}</Quiet>}
      </Fact>
      {readable !== undefined && (
        <Fact name={words.facts.readsAs}>
          <b>
            <Word text={readable} />
          </b>{' '}
          <Quiet>{words.facts.lookAlike}</Quiet>
        </Fact>
      )}
      {written !== undefined && (
        <Fact name={words.facts.written}>
          <code>
            <Word text={written} />
          </code>
        </Fact>
      )}
      <Fact name={words.facts.encrypted}>{protocol === 'https:' ? words.facts.https : words.facts.http}</Fact>
    </Facts>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => <span className={styles.quiet}>{children}</span>
