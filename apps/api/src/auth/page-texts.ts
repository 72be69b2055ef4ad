import type { ConnectErrorType } from '@svc/contracts';

/** What the last page of the browser flow says. */
export interface PageTexts {
  readonly connected: string;
  readonly pending: string;
  readonly pendingText: string;
  readonly failed: string;
  readonly close: string;
  /** What to do about a failure, by its type; `other` for the rest. */
  readonly failures: Readonly<
    Partial<Record<ConnectErrorType, string>> & { readonly other: string; readonly state_err: string }
  >;
}

/** By language; the same ones as the hosted page. */
export const PAGE_TEXTS = {
  en: {
    connected: 'Your account is connected',
    pending: 'Waiting for approval',
    pendingText: 'Somebody in your organization has to approve the request. The account is connected once they do.',
    failed: 'Your account is not connected',
    close: 'You can close this window.',
    failures: {
      callback_err: 'Access was not allowed. Close this window and try again.',
      state_err: 'This sign-in is over. Close this window and start again.',
      state_cookie_err: 'This sign-in began in another browser, or cookies are blocked here. Start again in this one.',
      connection_test_failed: 'The provider did not accept the authorization. Close this window and try again.',
      token_err: 'The provider did not complete the sign-in. Close this window and try again.',
      other: 'Something went wrong. Close this window and try again.',
    },
  },
  de: {
    connected: 'Ihr Konto ist verbunden',
    pending: 'Wartet auf Freigabe',
    pendingText: 'Jemand in Ihrer Organisation muss die Anfrage freigeben. Danach ist das Konto verbunden.',
    failed: 'Ihr Konto ist nicht verbunden',
    close: 'Sie können dieses Fenster schließen.',
    failures: {
      callback_err: 'Der Zugriff wurde nicht erlaubt. Schließen Sie dieses Fenster und versuchen Sie es erneut.',
      state_err: 'Diese Anmeldung ist beendet. Schließen Sie dieses Fenster und beginnen Sie neu.',
      state_cookie_err:
        'Diese Anmeldung begann in einem anderen Browser, oder Cookies sind hier gesperrt. Beginnen Sie hier neu.',
      connection_test_failed:
        'Der Anbieter hat die Freigabe nicht angenommen. Schließen Sie dieses Fenster und versuchen Sie es erneut.',
      token_err:
        'Der Anbieter hat die Anmeldung nicht abgeschlossen. Schließen Sie dieses Fenster und versuchen Sie es erneut.',
      other: 'Etwas ist schiefgegangen. Schließen Sie dieses Fenster und versuchen Sie es erneut.',
    },
  },
  fr: {
    connected: 'Votre compte est connecté',
    pending: 'En attente d’approbation',
    pendingText:
      'Une personne de votre organisation doit approuver la demande. Le compte sera connecté une fois qu’elle l’aura fait.',
    failed: 'Votre compte n’est pas connecté',
    close: 'Vous pouvez fermer cette fenêtre.',
    failures: {
      callback_err: 'L’accès n’a pas été autorisé. Fermez cette fenêtre et réessayez.',
      state_err: 'Cette connexion est terminée. Fermez cette fenêtre et recommencez.',
      state_cookie_err:
        'Cette connexion a commencé dans un autre navigateur, ou les cookies sont bloqués ici. Recommencez dans celui-ci.',
      connection_test_failed: 'Le fournisseur n’a pas accepté l’autorisation. Fermez cette fenêtre et réessayez.',
      token_err: 'Le fournisseur n’a pas terminé la connexion. Fermez cette fenêtre et réessayez.',
      other: 'Une erreur s’est produite. Fermez cette fenêtre et réessayez.',
    },
  },
  es: {
    connected: 'Su cuenta está conectada',
    pending: 'A la espera de aprobación',
    pendingText: 'Alguien de su organización debe aprobar la solicitud. Después la cuenta quedará conectada.',
    failed: 'Su cuenta no está conectada',
    close: 'Puede cerrar esta ventana.',
    failures: {
      callback_err: 'No se permitió el acceso. Cierre esta ventana e inténtelo de nuevo.',
      state_err: 'Este inicio de sesión ha terminado. Cierre esta ventana y empiece de nuevo.',
      state_cookie_err:
        'Este inicio de sesión empezó en otro navegador, o aquí se bloquean las cookies. Empiece de nuevo en este.',
      connection_test_failed: 'El proveedor no aceptó la autorización. Cierre esta ventana e inténtelo de nuevo.',
      token_err: 'El proveedor no completó el inicio de sesión. Cierre esta ventana e inténtelo de nuevo.',
      other: 'Algo salió mal. Cierre esta ventana e inténtelo de nuevo.',
    },
  },
  pt: {
    connected: 'Sua conta está conectada',
    pending: 'Aguardando aprovação',
    pendingText: 'Alguém da sua organização precisa aprovar o pedido. Depois disso a conta estará conectada.',
    failed: 'Sua conta não está conectada',
    close: 'Você pode fechar esta janela.',
    failures: {
      callback_err: 'O acesso não foi permitido. Feche esta janela e tente novamente.',
      state_err: 'Este login terminou. Feche esta janela e comece de novo.',
      state_cookie_err:
        'Este login começou em outro navegador, ou os cookies estão bloqueados aqui. Comece de novo neste.',
      connection_test_failed: 'O provedor não aceitou a autorização. Feche esta janela e tente novamente.',
      token_err: 'O provedor não concluiu o login. Feche esta janela e tente novamente.',
      other: 'Algo deu errado. Feche esta janela e tente novamente.',
    },
  },
  ja: {
    connected: 'アカウントが接続されました',
    pending: '承認待ちです',
    pendingText: '組織の担当者がリクエストを承認すると、アカウントが接続されます。',
    failed: 'アカウントは接続されていません',
    close: 'このウィンドウは閉じてかまいません。',
    failures: {
      callback_err: 'アクセスが許可されませんでした。このウィンドウを閉じて、もう一度お試しください。',
      state_err: 'このサインインは終了しています。このウィンドウを閉じて、最初からやり直してください。',
      state_cookie_err:
        '別のブラウザーで開始されたか、Cookie がブロックされています。このブラウザーで最初からやり直してください。',
      connection_test_failed:
        'プロバイダーが認可を受け付けませんでした。このウィンドウを閉じて、もう一度お試しください。',
      token_err: 'プロバイダーがサインインを完了しませんでした。このウィンドウを閉じて、もう一度お試しください。',
      other: '問題が発生しました。このウィンドウを閉じて、もう一度お試しください。',
    },
  },
} as const satisfies Readonly<Record<string, PageTexts>>;

/** A language of {@link PAGE_TEXTS}. */
export type PageLanguage = keyof typeof PAGE_TEXTS;

const isKnown = (language: string): language is PageLanguage => Object.hasOwn(PAGE_TEXTS, language);

/** The first language that there are texts in: what the page before was in, then what the browser wants; else English. */
export function pageLanguage(wanted: string | undefined, acceptLanguage: string | undefined): PageLanguage {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  const primary = [wanted ?? '', ...accepted].map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '');
  return primary.find(isKnown) ?? 'en';
}
