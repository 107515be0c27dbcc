import { expect, test } from 'vitest'
import { secretsAsked } from '../../../../main/host/mcp/inputs/secret-asked.ts'
import { formOf } from '../../../../shared/schema/forms.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

type Found = { secrets: string[]; doubts: string[] }

function found(properties: JsonObject, message = 'Please fill this in.'): Found {
  const form = formOf({ type: 'object', properties })
  if ('problem' in form) throw new Error(form.problem)
  return secretsAsked({ message, fields: form.fields })
}

/** The fields that certainly ask for a secret. */
function asked(properties: JsonObject, message?: string): string[] {
  const { secrets, doubts } = found(properties, message)
  return secrets.filter((name) => !doubts.includes(name))
}

const text = (of: JsonObject = {}): JsonObject => ({ type: 'string', ...of })

test.each([
  'password',
  'userPassword',
  'db_password',
  'PASSWORD',
  'passphrase',
  'apiKey',
  'api_key',
  'API-Key',
  'OPENAI_API_KEY',
  'token',
  'access_token',
  'githubToken',
  'secret',
  'client_secret',
  'privateKey',
  'seedPhrase',
  'pin',
  'PIN',
  'otp',
  'cardNumber',
  'cvv',
  'pwd',
  'passwort',
  'kennwort',
  'mot_de_passe',
  'contraseña',
  'senha',
  'пароль',
  '密码',
  'p4ssw0rd',
  'pa$$word',
  'p a s s w o r d',
  'pass-word',
  'pa\u200Bss\u00ADword',
  'p\u0430ssw\u043Erd',
  'ｐａｓｓｗｏｒｄ',
  'p.a.s.s.w.o.r.d',
  'pAsSwOrD',
  'AP1 K3Y',
  'pássword',
  'pаsswоrd',
  'passw0rd1',
  'P.I.N.',
])('[ELI-5] detects a secret in a field named "%s"', (name) => {
  expect(asked({ [name]: text() })).toEqual([name])
  expect(asked({ value: text({ title: name }) })).toEqual(['value'])
})

test.each([
  'Enter your password to go on.',
  'Your recovery phrase (12 words)',
  'Paste your API key here',
  'Type in your PIN.',
  'Bitte geben Sie Ihr Passwort ein',
  'Saisissez votre mot de passe',
  'Introduzca su contraseña',
  'Введите пароль',
  'パスワードを入力してください',
  'The number on your credit card',
  'We lost your p a s s w o r d. Please give it again.',
  'Your password, as it stands in the password policy',
])('[ELI-5] detects a secret in a description or a message: %s', (words) => {
  expect(asked({ value: text({ description: words }) })).toEqual(['value'])
  expect(asked({ value: text() }, words)).toEqual([''])
})

test.each([
  'Account number & password',
  'Account number, password',
  'Maximum security: password',
  'Number and password',
  'Max password',
  'No catch. Password',
  'Not much (only your password)',
  'pass\u2800word',
])('[ELI-5] detects a field titled "%s", whatever comes before the name', (title) => {
  expect(asked({ value: text({ title }) })).toEqual(['value'])
})

test.each([
  'Enter your customer number, password and birthday',
  'Give us the account number & password.',
  'No worries, your password stays here: enter it',
])('[ELI-5] detects a message that lists a secret among other things: %s', (message) => {
  expect(asked({ value: text() }, message)).toEqual([''])
})

test.each([
  'write the 12 words you saved earlier',
  'Please type your twenty-four words.',
  'Enter 12 words, separated by spaces',
  'We need 24 words from your wallet',
  'Bitte geben Sie die zwölf Wörter ein, die Sie notiert haben',
  'Those 12 secret words',
])('[ELI-5] detects a message that asks for a wallet’s words: %s', (message) => {
  expect(asked({ note: text() }, message)).toEqual([''])
  expect(asked({ note: text({ description: message }) })).toEqual(['note'])
})

test('[ELI-5] detects one or many fields for a wallet’s words', () => {
  expect(asked({ note: text({ title: '12 words' }) })).toEqual(['note'])
  const named = (count: number) => Array.from({ length: count }, (_, n) => `word${n + 1}`)
  const fields = (count: number) => Object.fromEntries(named(count).map((name) => [name, text()]))
  expect(asked(fields(12))).toEqual(named(12))
  expect(asked(fields(3))).toEqual([])
})

test('[ELI-5] detects a field that a browser would hide', () => {
  expect(asked({ value: text({ format: 'password' }) })).toEqual(['value'])
})

test('[ELI-5] detects a number if it is for a card or a PIN, and never detects a choice', () => {
  expect(asked({ pin: { type: 'integer' }, card_number: { type: 'number' } })).toEqual(['pin', 'card_number'])
  expect(asked({ tokens: { type: 'integer' }, max_tokens: { type: 'integer', title: 'Password length' } })).toEqual([])
  expect(asked({ password: { type: 'boolean' }, token: { enum: ['a', 'b'] } }, 'Enter your password')).toEqual([])
})

test.each([
  'Number of tokens',
  'Max tokens',
  'max_tokens',
  'Password policy',
  'Tokenizer',
  'PIN a note',
  'Pin this message',
  'Passwordless login',
  'Token count',
  'Password length',
  'Keyboard',
  'Key',
  'API version',
  'Compass',
  'Passenger',
  'Secret Santa',
  'Seed of the random numbers',
  'Card',
  'Business card',
  'Opinion',
  'Spinning',
  'Passport',
  'Pinboard',
  'Author',
  'Country code',
  'Postal code',
  'Error code',
  'Describe it in 12 words',
  'A summary of at least 24 words',
  '24 hours',
  'Wordle 12',
  'Primary key',
  'Foreign key',
  'Keyword',
  'Password manager',
  'Botany',
  'Repin',
  'Standard',
  'The token symbol',
])('[ELI-5] doesn’t detect a secret in "%s"', (words) => {
  expect(found({ value: text({ title: words }) }).secrets).toEqual([])
  expect(found({ value: text({ description: words }) }, words).secrets).toEqual([])
})

test.each([
  'Enter your GitHub password. Type it exactly as it is.',
  'Please confirm your password: type it below',
  'Your API key: name and value',
  'Enter your API key. Format: sk-…',
  'We need your password, login failed.',
  'Give your password\npolicy demands it',
  'Your password (rules apply)',
  'Enter your password – history is kept',
  'Type in your PIN. The last digit comes first.',
  'Enter your token: format sk-…',
  'Unesite svoju lozinku',
])('[ELI-15] detects a secret in a message that continues after its name: %s', (message) => {
  expect(asked({ note: text() }, message)).toEqual([''])
  expect(asked({ note: text({ description: message }) })).toEqual(['note'])
})

test.each([
  'Password (login)',
  'Password – type here',
  'Password field',
  'Password type',
  'GitHub password, ID 1',
  'API key (format: sk-…)',
  'password_field',
  'passwordName',
  'Password login',
  'Lozinka',
  'Password:policy',
])('[ELI-15] detects a text field titled "%s", which only seems to be about one', (title) => {
  expect(asked({ value: text({ title }) })).toEqual(['value'])
})

test.each([
  '🅿🅰🆂🆂🆆🅾🆁🅳',
  '🅟🅐🅢🅢🅦🅞🅡🅓',
  'ⓟⓐⓢⓢⓦⓞⓡⓓ',
  '🇵🇦🇸🇸🇼🇴🇷🇩',
  'ᴘᴀꜱꜱᴡᴏʀᴅ',
  'ᵖᵃˢˢʷᵒʳᵈ',
  'ᏢᎪᏚᏚᎳᎾᎡᎠ',
  'ꓑꓮꓢꓢꓪꓳꓣꓓ',
  'PASSVVORD',
  'ᶈassword',
  'ρаѕѕԝоrԁ',
  'ｐᗩsswօrd',
  'pɑꜱswøɾđ',
  '𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭',
])('[ELI-15] detects a name in other letters: %s', (title) => {
  expect(asked({ value: text({ title }) })).toEqual(['value'])
  expect(asked({ value: text() }, `Enter your ${title}.`)).toEqual([''])
})

test.each([
  'Sign-in is not possible without your password. Enter it below.',
  'Not optional password',
  'No 1 password',
  'You have not entered password',
  'We never ask for your password',
  'Not your password',
  'No password & no key',
  'Enter your password policy',
  'Type the password rules require',
  'Copy what your authenticator app shows',
  'Enter the six digits from your phone',
  'The SMS code that we sent',
])('[ELI-15] says that a form may ask for a secret: %s', (words) => {
  expect(found({ value: text() }, words)).toEqual({ secrets: [''], doubts: [''] })
  expect(found({ value: text({ title: words }) })).toEqual({ secrets: ['value'], doubts: ['value'] })
})

test('[ELI-15] detects a code by the words around its field', () => {
  const code = text({ title: 'Six digits', description: 'Copy what your authenticator app shows' })
  expect(found({ code })).toEqual({ secrets: ['code'], doubts: ['code'] })
})

test('[ELI-15] detects choices that spell a secret', () => {
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit))
  expect(asked({ password1: { enum: digits } })).toEqual(['password1'])
  expect(asked({ letters: { type: 'array', title: 'Password', items: { enum: digits } } })).toEqual(['letters'])
  expect(found({ password: { enum: ['1Password', 'Bitwarden'] } }).secrets).toEqual([])
})

test.each([
  'API secret',
  'api_secret',
  'Webhook secret',
  'Slack signing secret',
  'Consumer secret',
  'TOTP secret',
  'Slack token',
  'Deploy token',
  'OpenAI token',
  'JWT',
  'PAT',
  'SSN',
  'CVV2',
  'Session ID',
  'PIN for account',
  'OTP code',
  'OTP from SMS',
  'Sicherheitscode',
  'TAN-Nummer',
  'SMS-TAN',
  'Bestätigungscode',
  'código de seguridad',
  'code de vérification',
  'code PIN',
  'Senha da conta',
  'Senha de acesso',
  'pswd',
  'PUK',
  'Connection string',
])('[ELI-19] detects that a field titled "%s" may ask for a secret', (title) => {
  expect(found({ value: text({ title }) }).secrets).toEqual(['value'])
  expect(found({ [title]: text() }).secrets).toEqual([title])
})

test.each([
  'Digite a senha',
  'Digite a senha da conta',
  'Informe a senha',
  'Bitte PIN eingeben',
  'Token eingeben',
  'Please enter the token',
  'Give me the token',
  'What is the PIN?',
  'Please provide the secret',
  'Paste the JWT',
  'Send me the code from your phone',
  'Enter the token: it begins with x',
])('[ELI-19] detects that a message may ask for a secret: %s', (words) => {
  expect(found({ value: text() }, words).secrets).toEqual([''])
  expect(found({ value: text({ description: words }) }).secrets).toEqual(['value'])
})

test.each(['Password', 'Senha', 'Passphrase', 'Kennwort', 'Token', 'Secret', 'PIN', 'API secret', 'Account PIN'])(
  '[ELI-19] detects that a number titled "%s" may be a secret',
  (title) => {
    expect(found({ value: { type: 'number', title } }).secrets).toEqual(['value'])
    expect(found({ value: { type: 'integer', title } }).secrets).toEqual(['value'])
  },
)

test.each([
  'Token limit',
  'Max tokens',
  'Tokens',
  'Token count',
  'Token name',
  'Token contract',
  'Token budget',
  'Seed',
  'Password length',
  'Number of API keys',
  'Pin color',
  'Pins',
  'Secret Santa date',
  'Session name',
  'Amount',
])('[ELI-19] doesn’t detect a secret in a number titled "%s"', (title) => {
  expect(found({ value: { type: 'integer', title } }).secrets).toEqual([])
})

test.each([
  'Token limit',
  'Max tokens',
  'Token name',
  'Pin color',
  'Secret Santa date',
  'Session name',
  'Code',
  'Boarding pass',
  'Enter the token limit',
  'Enter a message to pin',
  'Please enter the Secret Santa date',
  'Type the pin color',
  'The bot counts a token per word',
  'Send the session notes',
  'Suntan lotion',
  'Patrick',
  'Enter the error code',
])('[ELI-19] doesn’t detect a secret in "%s"', (words) => {
  expect(found({ value: text({ title: words }) }).secrets).toEqual([])
  expect(found({ value: text({ description: words }) }, words).secrets).toEqual([])
})
