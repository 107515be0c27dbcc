import type { ReactNode } from 'react'
import type { Settings } from '../../shared/config/settings.ts'
import { lacksKey } from '../../shared/risk/secret-names.ts'
import { href } from '../state/routes.ts'
import { openImport } from '../state/chat/importing.ts'
import { useHost } from '../state/replica.ts'
import { hostAndPort, isHere, placeName } from '../state/models/endpoints.ts'
import { settings } from '../strings/settings.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './facts.module.css'
import { SettingGroup } from '../ui/fields/setting.tsx'
import { useQuery } from '../state/query.ts'
import { RegistryUrl } from './registry/registry-url.tsx'

const words = settings.privacy

/** Where the user's text is stored and where it goes: facts, and the registry's URL. */
export function PrivacyPart() {
  // Without an answer the connection is gone, and the banner says so.
  const about = useQuery('getAbout', {}).answer
  const secrets = useHost((state) => state.secrets)
  const enteredFor = useHost((state) => state.enteredFor)
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const updates = useHost((state) => state.configured.settings.updates)
  const releases = useHost((state) => state.releases)
  const places = Object.entries(endpoints).filter(([id, endpoint]) => !lacksKey(id, endpoint, { secrets, enteredFor }))
  const away = places.filter(([, { baseUrl }]) => !isHere(baseUrl))
  const folder = about ? <span className="mono">{about.dataDirectory}</span> : words.onThisComputer
  return (
    <SettingGroup title={settings.parts.privacy} lede={words.lede}>
      <ul className={styles.list}>
        <Fact icon="message" title={words.conversations.title} value={folder}>
          {words.conversations.text}
        </Fact>
        <Fact icon="audit" title={words.audit.title} value={<a href={href({ page: 'audit' })}>{words.audit.open}</a>}>
          {words.audit.text}
        </Fact>
        <Fact icon="terminal" title={words.reports.title} value={words.reports.bound}>
          {words.reports.text}
        </Fact>
        <Fact icon="key" title={words.secrets.title} value={words.secrets.count(secrets.length)}>
          {words.secrets.text}
        </Fact>
        <Fact
          icon="globe"
          title={words.models.title}
          value={away.length === 0 ? words.models.none : away.map(([, { baseUrl }]) => hostAndPort(baseUrl)).join(', ')}
        >
          {words.models.text}{' '}
          {places.length > 0 && words.models.ready(places.map(([id, it]) => plainLabel(placeName(id, it))))}
        </Fact>
        <Fact
          icon="server"
          title={words.servers.title}
          value={<a href={href({ page: 'servers' })}>{words.servers.see}</a>}
        >
          {words.servers.text}
        </Fact>
        <Fact icon="info" title={words.telemetry.title} value={words.telemetry.none}>
          {words.telemetry.text} {updatesInWords(updates, releases?.host)}
        </Fact>
      </ul>
      <div className={styles.head}>
        <Button size="sm" icon="file" onClick={openImport}>
          {words.conversations.import}
        </Button>
      </div>
      <RegistryUrl />
    </SettingGroup>
  )
}

/** Says whether this installation asks for newer versions by itself, and where. */
export const updatesInWords = (updates: Settings['updates'], host: string | undefined): string =>
  updates === 'daily' && host !== undefined ? words.telemetry.updates(host) : words.telemetry.noUpdates

type FactProps = { icon: IconName; title: string; value: ReactNode; children: ReactNode }

/** One fact in a line; a press says the rest. */
const Fact = ({ icon, title, value, children }: FactProps) => (
  <li className={styles.row} data-setting={title}>
    <div className={styles.words}>
      <Fold
        looks={{ head: styles.fold, content: styles.more }}
        label={
          <>
            <Icon name={icon} />
            {title}
          </>
        }
      >
        {children}
      </Fold>
    </div>
    <span className={styles.value}>{value}</span>
  </li>
)
