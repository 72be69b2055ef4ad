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
    Partial<Record<ConnectErrorType, string>> & {
      readonly other: string;
      readonly state_err: string;
    }
  >;
}
/** By language; the same ones as the hosted page. */
export declare const PAGE_TEXTS: {
  readonly en: {
    readonly connected: 'Your account is connected';
    readonly pending: 'Waiting for approval';
    readonly pendingText: 'Somebody in your organization has to approve the request. The account is connected once they do.';
    readonly failed: 'Your account is not connected';
    readonly close: 'You can close this window.';
    readonly failures: {
      readonly callback_err: 'Access was not allowed. Close this window and try again.';
      readonly state_err: 'This sign-in is over. Close this window and start again.';
      readonly state_cookie_err: 'This sign-in began in another browser, or cookies are blocked here. Start again in this one.';
      readonly connection_test_failed: 'The provider did not accept the authorization. Close this window and try again.';
      readonly token_err: 'The provider did not complete the sign-in. Close this window and try again.';
      readonly other: 'Something went wrong. Close this window and try again.';
    };
  };
  readonly de: {
    readonly connected: 'Ihr Konto ist verbunden';
    readonly pending: 'Wartet auf Freigabe';
    readonly pendingText: 'Jemand in Ihrer Organisation muss die Anfrage freigeben. Danach ist das Konto verbunden.';
    readonly failed: 'Ihr Konto ist nicht verbunden';
    readonly close: 'Sie können dieses Fenster schließen.';
    readonly failures: {
      readonly callback_err: 'Der Zugriff wurde nicht erlaubt. Schließen Sie dieses Fenster und versuchen Sie es erneut.';
      readonly state_err: 'Diese Anmeldung ist beendet. Schließen Sie dieses Fenster und beginnen Sie neu.';
      readonly state_cookie_err: 'Diese Anmeldung begann in einem anderen Browser, oder Cookies sind hier gesperrt. Beginnen Sie hier neu.';
      readonly connection_test_failed: 'Der Anbieter hat die Freigabe nicht angenommen. Schließen Sie dieses Fenster und versuchen Sie es erneut.';
      readonly token_err: 'Der Anbieter hat die Anmeldung nicht abgeschlossen. Schließen Sie dieses Fenster und versuchen Sie es erneut.';
      readonly other: 'Etwas ist schiefgegangen. Schließen Sie dieses Fenster und versuchen Sie es erneut.';
    };
  };
  readonly fr: {
    readonly connected: 'Votre compte est connecté';
    readonly pending: 'En attente d’approbation';
    readonly pendingText: 'Une personne de votre organisation doit approuver la demande. Le compte sera connecté une fois qu’elle l’aura fait.';
    readonly failed: 'Votre compte n’est pas connecté';
    readonly close: 'Vous pouvez fermer cette fenêtre.';
    readonly failures: {
      readonly callback_err: 'L’accès n’a pas été autorisé. Fermez cette fenêtre et réessayez.';
      readonly state_err: 'Cette connexion est terminée. Fermez cette fenêtre et recommencez.';
      readonly state_cookie_err: 'Cette connexion a commencé dans un autre navigateur, ou les cookies sont bloqués ici. Recommencez dans celui-ci.';
      readonly connection_test_failed: 'Le fournisseur n’a pas accepté l’autorisation. Fermez cette fenêtre et réessayez.';
      readonly token_err: 'Le fournisseur n’a pas terminé la connexion. Fermez cette fenêtre et réessayez.';
      readonly other: 'Une erreur s’est produite. Fermez cette fenêtre et réessayez.';
    };
  };
  readonly es: {
    readonly connected: 'Su cuenta está conectada';
    readonly pending: 'A la espera de aprobación';
    readonly pendingText: 'Alguien de su organización debe aprobar la solicitud. Después la cuenta quedará conectada.';
    readonly failed: 'Su cuenta no está conectada';
    readonly close: 'Puede cerrar esta ventana.';
    readonly failures: {
      readonly callback_err: 'No se permitió el acceso. Cierre esta ventana e inténtelo de nuevo.';
      readonly state_err: 'Este inicio de sesión ha terminado. Cierre esta ventana y empiece de nuevo.';
      readonly state_cookie_err: 'Este inicio de sesión empezó en otro navegador, o aquí se bloquean las cookies. Empiece de nuevo en este.';
      readonly connection_test_failed: 'El proveedor no aceptó la autorización. Cierre esta ventana e inténtelo de nuevo.';
      readonly token_err: 'El proveedor no completó el inicio de sesión. Cierre esta ventana e inténtelo de nuevo.';
      readonly other: 'Algo salió mal. Cierre esta ventana e inténtelo de nuevo.';
    };
  };
  readonly pt: {
    readonly connected: 'Sua conta está conectada';
    readonly pending: 'Aguardando aprovação';
    readonly pendingText: 'Alguém da sua organização precisa aprovar o pedido. Depois disso a conta estará conectada.';
    readonly failed: 'Sua conta não está conectada';
    readonly close: 'Você pode fechar esta janela.';
    readonly failures: {
      readonly callback_err: 'O acesso não foi permitido. Feche esta janela e tente novamente.';
      readonly state_err: 'Este login terminou. Feche esta janela e comece de novo.';
      readonly state_cookie_err: 'Este login começou em outro navegador, ou os cookies estão bloqueados aqui. Comece de novo neste.';
      readonly connection_test_failed: 'O provedor não aceitou a autorização. Feche esta janela e tente novamente.';
      readonly token_err: 'O provedor não concluiu o login. Feche esta janela e tente novamente.';
      readonly other: 'Algo deu errado. Feche esta janela e tente novamente.';
    };
  };
  readonly ja: {
    readonly connected: 'アカウントが接続されました';
    readonly pending: '承認待ちです';
    readonly pendingText: '組織の担当者がリクエストを承認すると、アカウントが接続されます。';
    readonly failed: 'アカウントは接続されていません';
    readonly close: 'このウィンドウは閉じてかまいません。';
    readonly failures: {
      readonly callback_err: 'アクセスが許可されませんでした。このウィンドウを閉じて、もう一度お試しください。';
      readonly state_err: 'このサインインは終了しています。このウィンドウを閉じて、最初からやり直してください。';
      readonly state_cookie_err: '別のブラウザーで開始されたか、Cookie がブロックされています。このブラウザーで最初からやり直してください。';
      readonly connection_test_failed: 'プロバイダーが認可を受け付けませんでした。このウィンドウを閉じて、もう一度お試しください。';
      readonly token_err: 'プロバイダーがサインインを完了しませんでした。このウィンドウを閉じて、もう一度お試しください。';
      readonly other: '問題が発生しました。このウィンドウを閉じて、もう一度お試しください。';
    };
  };
};
/** A language of {@link PAGE_TEXTS}. */
export type PageLanguage = keyof typeof PAGE_TEXTS;
/** The first language that there are texts in: what the page before was in, then what the browser wants; else English. */
export declare function pageLanguage(wanted: string | undefined, acceptLanguage: string | undefined): PageLanguage;
//# sourceMappingURL=page-texts.d.ts.map
