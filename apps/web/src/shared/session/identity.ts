import type { AccountInfo, AuthenticationResult, PublicClientApplication } from '@azure/msal-browser';
import type { Provider } from '@cloudwright/contract';
import { createGate, createQueue } from './queue.ts';
import { signInConstants as constants } from './sign-in-constants.ts';

/** The two resources that the portal asks tokens for: its own API, and the cloud's management API. */
type Resource = 'portal' | 'management';

/** Whom a silent renewal is for; a new tab knows only this, its library cache is empty. */
export interface Person {
  tenantId: string | null;
  email: string | null;
}

export interface LoginOptions {
  /** Default: the cloud's own start, where the account is picked. */
  tenantId?: string;
  loginHint?: string;
  /** The person is known and only changes the directory: no second pick. */
  isSwitch?: boolean;
}

export interface Identity {
  /** The answer of a sign-in redirect, when this page load is one. */
  answer(): Promise<AuthenticationResult | null>;
  /** Leaves the page for the directory. Refused while another sign-in is under way. */
  login(options: LoginOptions): Promise<void>;
  /** A token without interaction: cached, by refresh token, or through the hidden frame. One at a time. */
  token(resource: Resource, person: Person, force?: boolean): Promise<string>;
  /** The person's id token, for federated sign-ins. */
  idToken(person: Person): Promise<string>;
  accounts(): AccountInfo[];
  /** Leaves the page to end the directory's session. */
  logout(person: Person): Promise<void>;
}

/** The library is a chunk of its own; main.tsx starts loading it beside the application. */
export const loadLibrary = () => import('@azure/msal-browser');

const INTERACTION_FLAG = 'msal.interaction.status';

/** One sign-in library instance for one cloud. `authority` is a name; in the sandbox its endpoints come as metadata. */
export async function createIdentity(config: Provider): Promise<Identity> {
  const { LogLevel, PublicClientApplication: Application } = await loadLibrary();
  const home = `${location.origin}/`;
  const bridge = `${location.origin}/redirect.html`;
  const authorityOf = (tenantId?: string | null) => `${config.authority}/${tenantId ?? config.defaultTenant}`;
  const application: PublicClientApplication = new Application({
    auth: {
      clientId: config.clientId,
      authority: authorityOf(),
      ...(config.knownAuthorities.length > 0 ? { knownAuthorities: config.knownAuthorities } : {}),
      ...(config.authorityMetadata ? { authorityMetadata: config.authorityMetadata } : {}),
      redirectUri: home,
      postLogoutRedirectUri: home,
    },
    cache: { cacheLocation: constants.cacheLocation.value },
    system: {
      tokenRenewalOffsetSeconds: constants.tokenRenewalOffsetSeconds.value,
      iframeBridgeTimeout: constants.frameLoadTimeoutMs.value,
      loggerOptions: { logLevel: LogLevel.Error, piiLoggingEnabled: constants.piiLoggingEnabled.value, loggerCallback: () => undefined },
    },
  });
  await application.initialize();

  const scopesOf = (resource: Resource) => [resource === 'portal' ? config.apiScope : config.managementScope];
  const inTurn = createQueue();
  const interaction = createGate();

  // Accounts of all clouds share one storage: only those of this authority count.
  const host = new URL(config.authority).host;
  const accounts = () => application.getAllAccounts().filter(({ environment }) => environment === host || !config.authorityMetadata);
  const accountOf = ({ tenantId, email }: Person): AccountInfo | null => {
    const known = accounts();
    const isNamed = ({ username }: AccountInfo) => username.toLowerCase() === email?.toLowerCase();
    // A guest has one account a directory: the home one would bring the home directory's tokens.
    const here = known.filter((each) => !tenantId || each.tenantId === tenantId);
    const elsewhere = known.filter((each) => tenantId && each.tenantProfiles?.has(tenantId));
    return here.find(isNamed) ?? here[0] ?? elsewhere.find(isNamed) ?? elsewhere[0] ?? (tenantId ? null : application.getActiveAccount());
  };

  const silently = (resource: Resource, person: Person, force: boolean): Promise<AuthenticationResult> =>
    inTurn(() => {
      const authority = authorityOf(person.tenantId);
      const account = accountOf(person);
      return account
        ? application.acquireTokenSilent({ scopes: scopesOf(resource), account, authority, forceRefresh: force, redirectUri: bridge })
        : application.ssoSilent({ scopes: scopesOf(resource), authority, redirectUri: bridge, ...(person.email ? { loginHint: person.email } : {}) });
    });

  return {
    accounts,
    async answer() {
      const result = await application.handleRedirectPromise({ navigateToLoginRequestUrl: false });
      if (result) application.setActiveAccount(result.account);
      return result;
    },
    login: ({ tenantId, loginHint, isSwitch = false }) =>
      interaction(async () => {
        // The library's flag is shared by all clouds; one left by the other cloud would block this one for ever.
        sessionStorage.removeItem(INTERACTION_FLAG);
        const hint = loginHint ?? config.loginHint;
        await application.loginRedirect({
          scopes: scopesOf('portal'),
          extraScopesToConsent: [...scopesOf('management'), ...config.extraScopesToConsent],
          authority: authorityOf(tenantId),
          ...(isSwitch ? {} : { prompt: constants.prompt.value }),
          redirectStartPage: home,
          // With the pick of an account the library leaves the hint out; the government tenant wants both.
          ...(hint ? (isSwitch ? { loginHint: hint } : { extraQueryParameters: { login_hint: hint } }) : {}),
        });
      }),
    token: (resource, person, force = false) => silently(resource, person, force).then(({ accessToken }) => accessToken),
    idToken: (person) => silently('portal', person, true).then(({ idToken }) => idToken),
    logout: (person) =>
      interaction(async () => {
        sessionStorage.removeItem(INTERACTION_FLAG);
        const account = accountOf(person);
        await application.logoutRedirect(account ? { account, logoutHint: account.username, authority: authorityOf(person.tenantId) } : {});
      }),
  };
}
