import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { aboutProfile, offered } from '../../../shared/config/profiles.ts'
import type { Profile } from '../../../shared/config/settings.ts'
import { hostAndPort } from '../../state/models/endpoints.ts'
import { useHost } from '../../state/replica.ts'
import { providers } from '../../strings/providers.ts'
import { SearchItem, SearchList } from '../../ui/search/search-dialog.tsx'
import styles from './provider.module.css'

const words = providers.pick

/** A provider's name in the list. */
export const providerName = (profile: Profile): string => words.others[profile] ?? aboutProfile[profile].name ?? ''

type Group = { name: string; items: Profile[] }

const groups: Group[] = [
  { name: words.groups.hosted, items: [...offered.hosted] },
  { name: words.groups.here, items: [...offered.here] },
  { name: words.groups.others, items: [...offered.others] },
]

/** The second part of a row: a host, or a description of those that have none. */
const detailOf = (profile: Profile): string => words.about[profile] ?? hostAndPort(aboutProfile[profile].baseUrl ?? '')

/** The providers that can be added; typing filters them, the arrows and Enter choose one. */
export function ProviderList({ onPick }: { onPick(profile: Profile): void }) {
  const [query, setQuery] = useState('')
  const added = useHost((state) => state.configured.settings.models.endpoints)
  const isAdded = (profile: Profile): boolean =>
    Object.entries(added).some(([id, endpoint]) => id !== 'anthropic' && endpoint.profile === profile)
  const isWanted = (profile: Profile): boolean =>
    `${providerName(profile)} ${detailOf(profile)}`.toLowerCase().includes(query.trim().toLowerCase())
  const found = groups
    .map(({ name, items }) => ({ name, items: items.filter(isWanted) }))
    .filter(({ items }) => items.length > 0)
  return (
    <SearchList
      groups={found}
      query={query}
      setQuery={setQuery}
      label={words.label}
      placeholder={words.placeholder}
      nameOf={providerName}
      nothing={words.nothing}
      foot={null}
    >
      {(group: Group) => (
        <Autocomplete.Group key={group.name} items={group.items} className={styles.group}>
          <Autocomplete.GroupLabel className={styles.groupName}>{group.name}</Autocomplete.GroupLabel>
          {group.items.map((profile) => (
            <SearchItem key={profile} value={profile} className={styles.provider} onChoose={() => onPick(profile)}>
              <span className="medium">{providerName(profile)}</span>
              <span className={styles.detail}>
                {detailOf(profile)}
                {isAdded(profile) && ` · ${words.isSetUp}`}
              </span>
            </SearchItem>
          ))}
        </Autocomplete.Group>
      )}
    </SearchList>
  )
}
