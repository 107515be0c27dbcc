import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { signIn as signInWords } from '../../strings/servers/sign-in.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import type { SigningIn } from './use-sign-in.ts'

const words = signInWords.server

type SignInButtonProps = Pick<ButtonProps, 'size' | 'kind'> & {
  server: Pick<ServerSummary, 'name' | 'signIn'>
  signingIn: SigningIn
}

/** Starts a sign-in, or goes to its open question. */
export function SignInButton({ server: { name, signIn }, signingIn, ...look }: SignInButtonProps) {
  if (signIn)
    return (
      <Button {...look} aria-label={words.signInOf(name)} onClick={() => goToAsk(signIn)}>
        {words.signIn}
      </Button>
    )
  return (
    <Button
      {...look}
      busy={signingIn.busy}
      unavailable={signingIn.block}
      aria-label={words.signInOf(name)}
      onClick={signingIn.begin}
    >
      {words.signIn}
    </Button>
  )
}
