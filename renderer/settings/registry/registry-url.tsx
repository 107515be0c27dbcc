import { officialRegistry, registryUrl } from '../../../shared/config/registry.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { settings } from '../../strings/settings.ts'
import { SavedText } from '../../ui/fields/saved-text.tsx'
import { LabelledSetting } from '../../ui/fields/setting.tsx'

/** The registry in which to look for servers; an empty field means the official one. */
export function RegistryUrl() {
  const block = useAdminBlock()
  const link = useLink()
  const chosen = useHost((state) => state.configured.settings.registryUrl)
  return (
    <LabelledSetting title={settings.registry.title} help={settings.registry.help}>
      <SavedText
        label={settings.registry.title}
        type="url"
        spellCheck={false}
        placeholder={officialRegistry}
        value={chosen ?? officialRegistry}
        block={block}
        check={(text) => (text === '' || registryUrl.safeParse(text).success ? undefined : settings.registry.wrong)}
        save={(text) => {
          const url = text === '' ? null : registryUrl.parse(text)
          return link.call('changeSettings', { registryUrl: url === officialRegistry ? null : url })
        }}
      />
    </LabelledSetting>
  )
}
