import type { ReactNode } from 'react'
import { domainLists, type DomainList, type JudgedPage, type NamedDomain } from '../../shared/content/judged-app.ts'
import { formatBytes } from '../strings/format/time.ts'
import { pages } from '../strings/conversation/apps.ts'
import { Ext, Word } from '../ui/third-party/ext.tsx'
import styles from './app-reach.module.css'

const words = pages.reach

type PageReachProps = {
  /** The server's display name. */
  from: string
  page: Pick<JudgedPage, 'hash' | 'bytes' | 'domains' | 'leftOut' | 'permissions'>
  children?: ReactNode
}

/** A page's document, and all that it wants: each host by itself, with the reason if Atrium refuses it. */
export function PageReach({ from, page: { bytes, hash, domains, leftOut, permissions }, children }: PageReachProps) {
  return (
    <dl className={styles.values}>
      <PageRow name={words.document}>
        <span title={hash}>{words.size(formatBytes(bytes), hash.slice(0, 16))}</span>
      </PageRow>
      {domainLists.map((list) => (
        <Domains key={list} from={from} list={list} domains={domains.filter((it) => it.list === list)} />
      ))}
      {domains.length === 0 && <PageRow name={words.hosts}>{words.none}</PageRow>}
      {leftOut > 0 && <PageRow name={words.more}>{words.leftOut(leftOut)}</PageRow>}
      {permissions.length > 0 && (
        <PageRow name={words.permissions}>
          <Ext from={from} note={words.permissionsRefused}>
            <Word text={permissions.join(', ')} />
          </Ext>
        </PageRow>
      )}
      {children}
    </dl>
  )
}

function Domains({ from, list, domains }: { from: string; list: DomainList; domains: NamedDomain[] }) {
  if (domains.length === 0) return null
  return (
    <PageRow name={words.lists[list]}>
      <Ext from={from}>
        <ul>
          {domains.map(({ domain, refused }) => (
            <li key={domain}>
              <Word text={domain} />
              {refused && <span className={styles.about}>{words.refused[refused]}</span>}
            </li>
          ))}
        </ul>
      </Ext>
    </PageRow>
  )
}

/** One fact about a page, below the others. */
export const PageRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.value}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
