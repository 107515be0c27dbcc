import { useState } from 'react'
import { useHost, useLink } from '../../state/replica.ts'
import { company as words } from '../../strings/settings/company.ts'
import { settings } from '../../strings/settings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { LabelledSetting, SettingGroup } from '../../ui/fields/setting.tsx'
import { CompanyAccount } from './company-account.tsx'
import { CompanyProviderForm } from './company-provider-form.tsx'

const { provider: providerWords, removal } = words

/** The user's company: its provider, and their sign-in there. */
export function CompanyPart({ block }: { block: string | undefined }) {
  const provider = useHost((state) => state.configured.settings.companySignIn)
  const [open, setOpen] = useState<'form' | 'removal'>()
  const close = (): void => setOpen(undefined)
  return (
    <SettingGroup title={settings.parts.company} lede={words.lede}>
      <LabelledSetting title={providerWords.title} help={providerWords.help}>
        {provider && open !== 'form' ? (
          <>
            <code>
              <Word text={provider.issuer} />
            </code>
            <span className="small ink3">{providerWords.client(provider.clientId)}</span>
            <div className="row wrap">
              <Button size="sm" unavailable={block} onClick={() => setOpen('form')}>
                {providerWords.edit}
              </Button>
              <Button size="sm" unavailable={block} onClick={() => setOpen('removal')}>
                {providerWords.remove}
              </Button>
            </div>
          </>
        ) : (
          <CompanyProviderForm provider={provider} block={block} onDone={close} />
        )}
      </LabelledSetting>
      <CompanyAccount isSetUp={provider !== undefined} />
      {open === 'removal' && <Removal onClose={close} />}
    </SettingGroup>
  )
}

function Removal({ onClose }: { onClose(): void }) {
  const link = useLink()
  const removing = useAction(async () => {
    await link.call('setCompanyProvider', { provider: null })
    onClose()
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={removal.title}
      leave={removal.keep}
      verb={removal.remove}
      kind="danger"
      action={removing}
    >
      <p>{removal.help}</p>
    </ActionDialog>
  )
}
