import type { ReactNode } from 'react'
import { href } from '../frame/routes.ts'
import { useHost } from '../host.ts'
import { hostOf, isHere, lacksKey, placeName } from '../models/places.ts'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { formatCount } from '../ui/time.tsx'
import styles from './facts.module.css'
import { SettingGroup } from './setting.tsx'
import { useAbout } from './use-about.ts'

/** Where a person's words are and where they go; everything said here is so, there is nothing to set. */
export function PrivacyPart() {
  const about = useAbout()
  const secrets = useHost((state) => state.secrets)
  const endpoints = useHost((state) => state.configured.settings.models.endpoints)
  const places = Object.entries(endpoints).filter(([id, endpoint]) => !lacksKey(id, endpoint, secrets))
  const away = places.filter(([, { baseUrl }]) => !isHere(baseUrl))
  const folder = about ? <span className="mono">{about.dataDirectory}</span> : 'On this computer'
  return (
    <SettingGroup title="Privacy and data" lede="Where your words go, what is kept, and how to remove it.">
      <ul className={styles.list}>
        <Fact icon="message" title="Conversations" value={folder}>
          On this computer, in a folder of your account. Atrium does not encrypt them. Deleting one hides it; it is
          erased for good after 30 days.
        </Fact>
        <Fact icon="audit" title="Audit" value={<a href={href({ page: 'audit' })}>Open it</a>}>
          In the same folder. Arguments and results are kept with it, so that what happened can be shown.
        </Fact>
        <Fact icon="key" title="Keys and secrets" value={formatCount(secrets.length, 'entry', 'entries')}>
          In a store of their own, apart from the settings, and never shown again. Where a known value turns up in what
          comes in, it is replaced.
        </Fact>
        <Fact
          icon="globe"
          title="Sent to models"
          value={
            away.length === 0 ? 'To none away from here' : away.map(([, { baseUrl }]) => hostOf(baseUrl)).join(', ')
          }
        >
          The conversation, the definitions of its tools and their results, and only to the model that you chose for it.{' '}
          {places.length > 0 && `Ready now: ${places.map(([id, it]) => plainLabel(placeName(id, it))).join(', ')}.`}
        </Fact>
        <Fact icon="server" title="Sent to servers" value={<a href={href({ page: 'servers' })}>See the servers</a>}>
          The arguments of calls that you allowed or made. What a server does with them, Atrium cannot see.
        </Fact>
        <Fact icon="info" title="Telemetry" value="None">
          Atrium has no account, sends no usage data and does not look for updates.
        </Fact>
      </ul>
    </SettingGroup>
  )
}

type FactProps = { icon: IconName; title: string; value: ReactNode; children: ReactNode }

const Fact = ({ icon, title, value, children }: FactProps) => (
  <li className={styles.row}>
    <Icon name={icon} />
    <span className={styles.words}>
      <span className={styles.name}>{title}</span>
      <span className={styles.detail}>{children}</span>
    </span>
    <span className={styles.value}>{value}</span>
  </li>
)
