/**
 * Names of confidential things, in a few languages: unmistakable on their own, however spaced, and as part of a longer
 * word.
 */
export const secretNames = [
  ...['password', 'passphrase', 'passcode', 'passwd', 'api key', 'api token', 'private key', 'secret key'],
  ...['access token', 'auth token', 'authentication token', 'bearer token', 'refresh token', 'session token'],
  ...['security token', 'bot token', 'github token', 'access key', 'ssh key', 'signing key', 'encryption key'],
  ...['client secret', 'app secret', 'shared secret', 'login credentials', 'seed phrase', 'recovery phrase'],
  ...['secret phrase', 'mnemonic phrase', 'wallet seed', 'recovery code', 'backup code', 'recovery key'],
  ...['one time code', 'verification code', 'authenticator code', 'two factor code', '2fa code', 'mfa code'],
  ...['pin code', 'pin number', 'card number', 'credit card', 'debit card', 'card details', 'card verification'],
  ...['security code', 'social security number', 'master key', 'session cookie', 'api secret', 'webhook secret'],
  ...[
    'signing secret',
    'consumer secret',
    'secret access',
    'otp code',
    'cvv2',
    'cvc2',
    'ssn',
    'jwt',
    'pswd',
    'passwrd',
  ],
  // German, Dutch, Scandinavian, Finnish
  ...['passwort', 'kennwort', 'passphrase', 'api schlüssel', 'geheimer schlüssel', 'kartennummer', 'geheimzahl'],
  ...['sicherheitscode', 'bestätigungscode', 'zugangscode', 'freischaltcode', 'tan nummer', 'sms tan', 'mtan'],
  ...['zugangsdaten', 'wachtwoord', 'lösenord', 'adgangskode', 'passord', 'salasana'],
  // Romance languages
  ...['código de seguridad', 'código de verificación', 'código de segurança', 'código de verificação'],
  ...['code de sécurité', 'code de vérification', 'codice di sicurezza', 'codice di verifica', 'code secret'],
  ...['mot de passe', 'clé api', 'clé secrète', 'clé privée', 'numéro de carte', 'contraseña', 'clave de api'],
  ...['clave privada', 'clave secreta', 'frase semilla', 'número de tarjeta', 'palavra passe', 'chave de api'],
  ...[
    'chave privada',
    'número do cartão',
    "parola d'ordine",
    'chiave api',
    'chiave privata',
    'numero di carta',
    'parolă',
  ],
  // Other languages with spaces
  ...['hasło', 'klucz api', 'heslo', 'jelszó', 'şifreniz', 'kata sandi', 'mật khẩu', 'slaptažodis', 'пароль', 'пароля'],
  ...[
    'lozinka',
    'lozinku',
    'zaporka',
    'zaporku',
    'geslo',
    'fjalëkalimi',
    'lykilorð',
    'parool',
    'pasahitza',
    'wagwoord',
  ],
  ...[
    'hasła',
    'hasłem',
    'hesla',
    'contrasenya',
    'contrasinal',
    'cyfrinair',
    'pasfhocal',
    'nenosiri',
    'лозинка',
    'лозинку',
  ],
  ...[
    'лозинката',
    'парола',
    'паролата',
    'паролю',
    'құпия сөз',
    'գաղտնաբառ',
    'პაროლი',
    'پاس ورڈ',
    'رمز عبور',
    'گذرواژه',
  ],
  ...['পাসওয়ার্ড', 'கடவுச்சொல்', 'పాస్‌వర్డ్', 'ಪಾಸ್‌ವರ್ಡ್', 'പാസ്‌വേഡ്', 'પાસવર્ડ', 'ਪਾਸਵਰਡ', 'මුරපදය'],
  ...[
    'код подтверждения',
    'ключ api',
    'секретный ключ',
    'номер карты',
    'κωδικός πρόσβασης',
    'סיסמה',
    'كلمة المرور',
    'पासवर्ड',
  ],
]

/** Secret names in scripts without spaces. */
export const unspacedNames = [
  ...['密码', '密碼', '口令', '密钥', '密鑰', '私钥', '私鑰', '助记词', '助記詞', '验证码', '驗證碼', '卡号', '卡號'],
  ...[
    'パスワード',
    '暗証番号',
    '秘密鍵',
    'カード番号',
    '認証コード',
    '비밀번호',
    '암호',
    '비밀 키',
    '카드 번호',
    'รหัสผ่าน',
    'ລະຫັດຜ່ານ',
    'ពាក្យសម្ងាត់',
    'စကားဝှက်',
  ],
]

/** Names of secrets only if they are a field's whole name, or if the user's own is meant. */
export const doubtfulNames = [
  ...[
    'pin',
    'otp',
    'cvv',
    'cvc',
    'secret',
    'token',
    'senha',
    'seed',
    'mnemonic',
    'credentials',
    'pwd',
    'pass',
    'clave',
  ],
  ...['sifre', 'passkey', 'totp', 'parola', 'parole', 'tan', 'pat', 'puk', 'geheimnis'],
]

/** Of the ambiguous names, those that leave a doubt in a longer name, or near a word that asks for them. */
export const likelyNames = ['secret', 'token', 'pin', 'otp', 'totp', 'senha', 'pwd', 'cvv', 'cvc', 'credentials', 'puk']

/** Words that ask the user for something. */
export const requests = [
  ...['enter', 'provide', 'type', 'paste', 'give', 'send', 'tell', 'supply', 'input', 'share', 'confirm', 'what'],
  ...['eingeben', 'angeben', 'eintippen', 'gib', 'geben', 'saisissez', 'entrez', 'indiquez', 'introduzca', 'ingrese'],
  ...['escriba', 'digite', 'informe', 'insira', 'inserisci', 'inserire', 'digita', 'voer', 'введите', 'укажите'],
]

/** Directly after a likely name: it is a property of a thing that the name also means. */
export const properties = [
  ...['name', 'id', 'type', 'kind', 'color', 'colour', 'label', 'position', 'location', 'icon', 'size', 'window'],
  ...['contract', 'standard', 'supply', 'decimals', 'amount', 'cost', 'costs', 'per', 'ratio', 'level', 'garden'],
]

/** Names and phrases that leave a doubt wherever they are. */
export const doubts = [
  ...['session id', 'connection string', 'database url', 'authorization header', 'service account json', 'kubeconfig'],
  ...['license key', 'login code', 'auth code', 'two step code', 'unlock pattern', 'secret question', 'secret word'],
  ...['code from your phone', 'code from the email', 'code from your email', 'code from the sms', 'maiden name'],
]

/** Before an ambiguous name: the user's own is meant. */
export const possessives = [
  ...['your', 'ihre', 'ihren', 'deine', 'deinen', 'votre', 'ton', 'su', 'tu', 'sua', 'seu', 'il', 'tuo', 'uw', 'je'],
  ...['enter', 'provide', 'type', 'paste', 'card', 'bank', 'sim', 'account', 'device'],
]

/** Directly after a name: the question is about secrets, not for one. */
export const abouts = [
  ...['policy', 'policies', 'rules', 'rule', 'length', 'strength', 'manager', 'expiry', 'expiration', 'age', 'history'],
  ...['requirements', 'generator', 'protection', 'protected', 'rotation', 'count', 'limit'],
  ...['reset', 'change', 'authentication', 'richtlinie', 'länge'],
]

/** The sources and shapes of one-time codes: a form that mentions one may ask for the code. */
export const aroundCodes = [
  ...['authenticator', 'authenticator app', 'authentication app', 'two factor', '2fa', 'mfa', 'security app'],
  ...['six digits', '6 digits', 'six digit', '6 digit', 'sms code', 'texted you', 'code we sent', 'code we emailed'],
  ...['google authenticator', 'authy', 'yubikey', 'sechs ziffern', 'six chiffres', 'seis dígitos', 'sei cifre'],
]

/** Before a name: the text says that it isn't asking for it, which leaves a doubt. */
export const negations = ['no', 'not', 'without', 'never', 'nicht', 'kein', 'keine', 'sans', 'ohne']

/** Directly before a name: how many or how long, not which. */
export const amounts = ['max', 'maximum', 'number of']

/** Words before one of these don't apply to what follows it. */
export const conjunctions = ['and', 'but', 'und', 'aber', 'et', 'mais', 'y', 'pero', 'e', 'ma', 'en']

/** A wallet's phrase has this many words; a request for them need not say what they are. */
export const phraseLengths = [
  ...['12', '15', '18', '21', '24', 'twelve', 'fifteen', 'eighteen', 'twenty one', 'twenty four'],
  ...['zwölf', 'vierundzwanzig', 'douze', 'vingt quatre', 'doce', 'veinticuatro', 'dodici', 'ventiquattro', 'twaalf'],
]
export const phraseWords = ['word', 'words', 'wörter', 'worte', 'wort', 'mots', 'palabras', 'parole', 'woorden', 'слов']

/** Before such a number: specific words are meant. After an "in" or "about", any words are. */
export const certain = [
  ...[
    'the',
    'your',
    'these',
    'those',
    'all',
    'my',
    'die',
    'der',
    'ihre',
    'ihren',
    'deine',
    'alle',
    'les',
    'vos',
    'tes',
  ],
  ...['las', 'sus', 'tus', 'le', 'tue', 'sue', 'enter', 'provide', 'type', 'paste', 'write', 'give', 'send', 'confirm'],
]

/** Anywhere nearby: it is a wallet's phrase. */
export const ofWallets = [
  ...['wallet', 'seed', 'recovery', 'backup', 'mnemonic', 'phrase', 'secret', 'ledger', 'trezor', 'metamask', 'bip39'],
  ...['saved', 'wrote', 'written', 'noted', 'restore', 'recover', 'order', 'notiert', 'aufgeschrieben', 'notés'],
]

/** After an ambiguous name: it is a verb, or means something else. */
export const otherUses = [
  ...['a', 'an', 'the', 'this', 'that', 'it', 'to', 'note', 'notes', 'message', 'post', 'board', 'comment', 'value'],
  ...['count', 'limit', 'budget', 'usage', 'symbol', 'price', 'address', 'by', 'on', 'santa', 'data', 'round', 'money'],
]
