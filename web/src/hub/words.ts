import type { Language } from '../i18n/messages.js';

/** What an invitation of an owner says. */
export interface Offered {
  vault: string | null;
  role: 'reader' | 'editor' | 'owner';
  invited_by: string | null;
}

const en = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  withPasskey: 'Sign in with a passkey',
  withProvider: (name: string) => `Sign in with ${name}`,
  refused: 'This account was not invited. Ask for an invitation.',
  unreachable: 'The sign-in provider does not answer. Try again later.',
  noPasskey: 'No passkey was used.',
  noWayIn:
    'You have joined, but no passkey was added. Add one or choose a password below: you need it to sign in again.',
  welcome: 'Welcome',
  invitedTo: (email: string, { vault, role, invited_by }: Offered): string => {
    const what = `invited as ${email} to the vault ${vault ?? ''} (${en.roles[role]})`;
    return `You were ${what}${invited_by === null ? '' : ` by ${invited_by}`}.`;
  },
  signInToAccept: 'Sign in to accept.',
  accept: 'Accept',
  invited: (email: string) => `You were invited as ${email}.`,
  choosePassword: 'Choose a password of at least 10 characters, or use a passkey.',
  join: 'Create account',
  joinWithPasskey: 'Use a passkey instead',
  invitationEnded: 'This invitation was used already or has ended. Ask for a new one.',
  vaults: 'Your vaults',
  noVaults: 'You have no vaults yet.',
  roles: { reader: 'reader', editor: 'editor', owner: 'owner' },
  members: 'Members',
  membersOf: (vault: string) => `Members of ${vault}`,
  you: 'you',
  pending: 'invited',
  pendingBy: (owner: string) => `invited by ${owner}`,
  removeMember: 'Remove',
  withdraw: 'Withdraw',
  sure: (action: string) => `${action}?`,
  of: (what: string, email: string) => `${what}: ${email}`,
  invite: 'Invite someone',
  inviteHint:
    'Rappel makes a link, which you send to them. It works once, for a week, until you withdraw it.',
  createInvitation: 'Create link',
  invitationMade: (email: string) => `Send this link to ${email}. It is shown only once.`,
  copyLink: 'Copy link',
  copied: 'Copied',
  signOut: 'Sign out',
  account: 'Account',
  passkeys: 'Passkeys',
  addPasskey: 'Add a passkey',
  added: (day: string) => `added ${day}`,
  remove: 'Remove',
  sessions: 'Sessions',
  thisOne: 'this browser',
  lastUsed: (day: string) => `last used ${day}`,
  end: 'End',
  tokens: 'Access tokens',
  tokensHint:
    'For assistants and other programs. A token opens one vault, with at most what you may do there.',
  tokenName: 'Name',
  tokenVault: 'Vault',
  tokenRole: 'Role',
  createToken: 'Create token',
  tokenMade: 'Copy it now: it is shown only once.',
  neverUsed: 'never used',
  revoke: 'Revoke',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  passwordChanged: 'Password changed. All other sessions have ended.',
};

export type HubWords = typeof en;

const fr: HubWords = {
  title: 'Connexion',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  withPasskey: 'Se connecter avec une clé d’accès',
  withProvider: (name) => `Se connecter avec ${name}`,
  refused: 'Ce compte n’a pas été invité. Demandez une invitation.',
  unreachable: 'Le fournisseur de connexion ne répond pas. Réessayez plus tard.',
  noPasskey: 'Aucune clé d’accès n’a été utilisée.',
  noWayIn:
    'Votre compte est créé, mais sans clé d’accès. Ajoutez-en une ou choisissez un mot de passe ci-dessous : il vous faudra l’un ou l’autre pour vous reconnecter.',
  welcome: 'Bienvenue',
  invitedTo: (email, { vault, role, invited_by }) => {
    const by = invited_by === null ? '' : ` par ${invited_by}`;
    return `Vous avez été invité${by} au vault ${vault ?? ''} (${fr.roles[role]}) avec l’adresse ${email}.`;
  },
  signInToAccept: 'Connectez-vous pour accepter.',
  accept: 'Accepter',
  invited: (email) => `Vous avez été invité avec l’adresse ${email}.`,
  choosePassword: 'Choisissez un mot de passe d’au moins 10 caractères, ou utilisez une clé d’accès.',
  join: 'Créer le compte',
  joinWithPasskey: 'Utiliser plutôt une clé d’accès',
  invitationEnded: 'Cette invitation a déjà servi ou a expiré. Demandez-en une nouvelle.',
  vaults: 'Vos vaults',
  noVaults: 'Vous n’avez pas encore de vault.',
  roles: { reader: 'lecture', editor: 'modification', owner: 'propriétaire' },
  members: 'Membres',
  membersOf: (vault) => `Membres de ${vault}`,
  you: 'vous',
  pending: 'invitation en attente',
  pendingBy: (owner) => `invitation en attente, par ${owner}`,
  removeMember: 'Retirer',
  withdraw: 'Annuler l’invitation',
  sure: (action) => `${action} ?`,
  of: (what, email) => `${what} : ${email}`,
  invite: 'Inviter quelqu’un',
  inviteHint:
    'Rappel crée un lien que vous envoyez à cette personne. Il sert une seule fois, pendant une semaine, sauf si vous annulez l’invitation.',
  createInvitation: 'Créer le lien',
  invitationMade: (email) => `Envoyez ce lien à ${email}. Il ne s’affiche qu’une fois.`,
  copyLink: 'Copier le lien',
  copied: 'Copié',
  signOut: 'Se déconnecter',
  account: 'Compte',
  passkeys: 'Clés d’accès',
  addPasskey: 'Ajouter une clé d’accès',
  added: (day) => `ajoutée le ${day}`,
  remove: 'Supprimer',
  sessions: 'Sessions',
  thisOne: 'ce navigateur',
  lastUsed: (day) => `dernière utilisation le ${day}`,
  end: 'Fermer',
  tokens: 'Jetons d’accès',
  tokensHint:
    'Pour les assistants et autres programmes. Un jeton ouvre un seul vault, avec au plus vos propres droits.',
  tokenName: 'Nom',
  tokenVault: 'Vault',
  tokenRole: 'Rôle',
  createToken: 'Créer un jeton',
  tokenMade: 'Copiez-le maintenant : il ne s’affiche qu’une fois.',
  neverUsed: 'jamais utilisé',
  revoke: 'Révoquer',
  changePassword: 'Changer le mot de passe',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  passwordChanged: 'Mot de passe changé. Toutes les autres sessions sont fermées.',
};

export const HUB_WORDS: Record<Language, HubWords> = { en, fr };
