import { useId, type ReactNode } from 'react'
import type * as Suffixes from 'tldts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { lazyModule } from '../../ui/lazy.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import styles from './page-address.module.css'
import { readableHost } from './readable-host.ts'

const words = questions.url

/** The list of public suffixes loads on demand, because most windows never need it. */
const useSuffixes = lazyModule(() => import('tldts'))

/** A full address as it will be opened, with its site emphasised. */
export function PageUrl({ url, label = words.address }: { url: string; label?: string }) {
  const id = useId()
  const suffixes = useSuffixes(true)
  const { before, host, after } = aroundHost(url)
  const parts = aroundSite(host, suffixes && siteOf(url, suffixes))
  return (
    <div className="stack gap1">
      <span id={id} className="medium">
        {label}
      </span>
      <code className={styles.box} aria-labelledby={id} role="group">
        {before}
        {parts.before}
        {parts.site !== '' && <b className={styles.host}>{parts.site}</b>}
        {parts.after}
        {after !== '' && <Word text={after} />}
      </code>
    </div>
  )
}

type PageFactsProps = {
  /** Absent if the user asked for the page themselves. */
  server: string | undefined
  url: string
  written?: string | undefined
  /** The words for a page that others on the network can read. */
  open?: string
  children?: ReactNode
}

/** Facts about a page that Atrium knows without contacting anyone, and further facts on the question. */
export function PageFacts({ server, url, written, open, children }: PageFactsProps) {
  return (
    <FactList>
      {server !== undefined && <AskedBy server={server} />}
      <HostFacts name={words.facts.goesTo} server={server} url={url} />
      {written !== undefined && (
        <Fact name={words.facts.written}>
          <code>
            <Word text={written} />
          </code>
        </Fact>
      )}
      <Encrypted url={url} open={open} />
      {children}
    </FactList>
  )
}

/** The server, and where it is. */
export function AskedBy({ server }: { server: string }) {
  const name = useServerName(server)
  const remote = useRemoteHost(server)
  return (
    <Fact name={words.facts.askedBy}>
      <span className={styles.server}>
        <ServerSeal server={server} />
        <b>{name}</b>
      </span>{' '}
      <Quiet>{remote === undefined ? words.facts.here : words.facts.remote(remote)}</Quiet>
    </Fact>
  )
}

/** An address's host, whether it is the server's, and its readable form if it is encoded. */
export function HostFacts({ name, server = '', url }: { name: string; server: string | undefined; url: string }) {
  const remote = useRemoteHost(server)
  const suffixes = useSuffixes(true)
  const parsed = URL.parse(url)
  if (!parsed) return null
  const { host, hostname } = parsed
  const readable = readableHost(hostname)
  const site = suffixes && siteOf(url, suffixes)
  return (
    <>
      {site !== undefined && (
        <Fact name={words.facts.site}>
          <b>{site}</b>
        </Fact>
      )}
      <Fact name={name}>
        {site === undefined ? <b>{host}</b> : host}{' '}
        {remote !== undefined && <Quiet>{remote === host ? words.facts.own : words.facts.another}</Quiet>}
      </Fact>
      {readable !== undefined && (
        <Fact name={words.facts.readsAs}>
          <b>
            <Word text={readable} />
          </b>{' '}
          <Quiet>{words.facts.lookAlike}</Quiet>
        </Fact>
      )}
    </>
  )
}

/** Whether others on the network can read the traffic. */
export const Encrypted = ({ url, open = words.facts.http }: { url: string; open?: string | undefined }) => (
  <Fact name={words.facts.encrypted}>{URL.parse(url)?.protocol === 'https:' ? words.facts.https : open}</Fact>
)

const Quiet = ({ children }: { children: ReactNode }) => <span className="ink2">{children}</span>

/**
 * The domain that someone registered, such as `evil.example` for `accounts.example.com.evil.example`; undefined for an
 * IP address, `localhost` and a bare suffix. Private suffixes count: the owner of `a.github.io` doesn't own
 * `b.github.io`.
 */
export const siteOf = (url: string, { getDomain }: Pick<typeof Suffixes, 'getDomain'>): string | undefined =>
  getDomain(URL.parse(url)?.hostname ?? '', { allowPrivateDomains: true }) ?? undefined

/** A host around its site; all of it if the site isn't known. */
export function aroundSite(host: string, site: string | undefined): { before: string; site: string; after: string } {
  const at = site === undefined ? -1 : host.toLowerCase().lastIndexOf(site)
  if (site === undefined || at === -1) return { before: '', site: host, after: '' }
  const end = at + site.length
  return { before: host.slice(0, at), site: host.slice(at, end), after: host.slice(end) }
}

/**
 * An address in three parts: before the host, the host with its port, and the rest. If a parser reads it differently
 * than written, nothing is emphasised.
 */
export function aroundHost(url: string): { before: string; host: string; after: string } {
  const parsed = URL.parse(url)
  const before = parsed ? `${parsed.protocol}//` : ''
  const end = before.length + (parsed?.host.length ?? 0)
  const isAsRead = parsed !== null && url.slice(0, end).toLowerCase() === `${before}${parsed.host}`
  if (!isAsRead || parsed.host === '' || !/^([/?#]|$)/.test(url.slice(end))) return { before: '', host: '', after: url }
  return { before, host: url.slice(before.length, end), after: url.slice(end) }
}
