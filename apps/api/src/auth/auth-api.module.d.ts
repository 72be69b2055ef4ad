/** What browsers of end users open: `/oauth`, `/app-auth`, `/api-auth`, `/auth`, `/oauth2`. */
export declare class AuthApiModule {}
//# sourceMappingURL=auth-api.module.d.ts.map
