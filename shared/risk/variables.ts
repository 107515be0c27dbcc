/** How a variable changes what a program does, independently of its code. */
export type VariableRisk = 'loader' | 'source' | 'network' | 'unusual'

/** By risk, the variables that carry it. Windows ignores the case of names, npm and curl do everywhere. */
const risky: Record<VariableRisk, RegExp> = {
  /** A runtime, shell or the system's loader runs more code, or another program. */
  loader: ofNames(
    'NODE_OPTIONS|NODE_PATH|BUN_OPTIONS|BUN_INSPECT_PRELOAD|ELECTRON_RUN_AS_NODE',
    String.raw`LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|GCONV_PATH|OPENSSL_CONF|OPENSSL_MODULES|OPENSSL_ENGINES`,
    'PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PYTHONUSERBASE|PYTHONBREAKPOINT|PYTHONPLATLIBDIR|VIRTUAL_ENV',
    'PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|GEM_HOME|GEM_PATH|BUNDLE_GEMFILE|PHPRC|PHP_INI_SCAN_DIR|LUA_INIT|LUA_PATH|LUA_CPATH',
    'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS',
    String.raw`DOTNET_STARTUP_HOOKS|DOTNET_ADDITIONAL_DEPS|DOTNET_SHARED_STORE|DOTNET_ROOT|CORECLR_\w*PROFIL\w*|COR_\w*PROFIL\w*`,
    String.raw`BASH_FUNC_.*|BASHOPTS|PS[0-4]|GLIBC_\w+|LOCPATH|NLSPATH|MALLOC_\w+|LIBMOUNT_\w+`,
    'BASH_ENV|ENV|ZDOTDIR|SHELLOPTS|PROMPT_COMMAND|PATH|PATHEXT|COMSPEC|EDITOR|VISUAL|PAGER|BROWSER',
    String.raw`GIT_SSH|GIT_SSH_COMMAND|GIT_EXEC_PATH|GIT_PROXY_COMMAND|GIT_ASKPASS|SSH_ASKPASS|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_EXTERNAL_DIFF|GIT_TEMPLATE_DIR|GIT_CONFIG\w*`,
    String.raw`RUSTC_WRAPPER|RUSTC|RUSTFLAGS|GOFLAGS|GOTOOLCHAIN`,
  ),
  /** A package manager reads other settings, or fetches its packages from elsewhere. */
  source: ofNames(
    String.raw`npm_config_.+|npm_package_config_\w+|pnpm_config_\w+|YARN_\w*(REGISTRY|RC|PATH)\w*|COREPACK_\w+|BUN_CONFIG_\w+|NPM_REGISTRY|JSR_URL`,
    'PIP_(INDEX_URL|EXTRA_INDEX_URL|NO_INDEX|FIND_LINKS|TRUSTED_HOST|CONFIG_FILE|CERT|PROXY|CONSTRAINT|REQUIREMENT|PRE)|PIPX_DEFAULT_PYTHON',
    String.raw`UV_(\w*INDEX\w*|FIND_LINKS|\w*INSECURE_HOST|CONFIG_FILE|\w*MIRROR\w*|PYTHON\w*|OVERRIDE|CONSTRAINT|BUILD_CONSTRAINT|ENV_FILE|PRERELEASE|KEYRING_PROVIDER)`,
    String.raw`GOPROXY|GOPRIVATE|GONOPROXY|GONOSUMDB|GOSUMDB|GOINSECURE|CARGO_HOME|CARGO_\w*(REGISTR|SOURCE)\w*|NUGET_\w*(SOURCE|CONFIG)\w*|DOCKER_(HOST|CONTEXT|CONFIG)`,
  ),
  /** Traffic goes through another computer, or trusts other certificates than the system's. */
  network: ofNames(
    String.raw`\w*(ALL|HTTP|HTTPS|FTP|NO|WS|WSS|SOCKS)_PROXY|NODE_USE_ENV_PROXY`,
    'NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSLKEYLOGFILE|DENO_CERT|DENO_TLS_CA_STORE',
    'SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|AWS_CA_BUNDLE|PYTHONHTTPSVERIFY|PYTHONSSLVERIFY',
    'GIT_SSL_NO_VERIFY|GIT_SSL_CAINFO|GIT_SSL_CAPATH|DOCKER_TLS_VERIFY|DOCKER_CERT_PATH|HOSTALIASES|RES_OPTIONS',
  ),
  /** Shells drop such names or take them for something else, such as a function. */
  unusual: /^(?![A-Za-z_]\w*$)/,
}

function ofNames(...names: string[]): RegExp {
  return new RegExp(`^(${names.join('|')})$`, 'i')
}

/** The names that carry any risk, by risk and in their order. */
export const riskyNames = (names: string[]): string[] => [
  ...new Set(variableRisks.flatMap((risk) => namesWith(risk, names))),
]

const variableRisks = ['loader', 'source', 'network', 'unusual'] as const

/** The names that carry a risk, in their order. */
export const namesWith = (risk: VariableRisk, names: string[]): string[] =>
  names.filter((name) => risky[risk].test(name))
