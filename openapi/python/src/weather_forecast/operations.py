"""The operations of the service. Written by openapi/python/generate.mjs: don't change it by hand."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from . import types
from .transport import Transport


class Operations(Transport):
    """A method for each operation. All raise WeatherError for a response that is an error."""

    def get_forecast(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        place: Optional[str] = None,
        fields: Optional[List[types.MetricName]] = None,
        timelines: Optional[List[Literal['hourly', 'minutely', 'daily']]] = None,
        timezone: Optional[str] = None,
        units: Optional[Literal['metric', 'imperial']] = None,
        startTime: Optional[str] = None,
        endTime: Optional[str] = None,
        source: Optional[types.RequestedSource] = None,
        correction: Optional[Literal['auto', 'none']] = None,
        elevation: Optional[float] = None,
    ) -> types.Forecast:
        """Get a forecast."""

        return self.request(
            'GET',
            '/v1/weather/forecast',
            query={'lat': lat, 'lon': lon, 'place': place, 'fields': fields, 'timelines': timelines, 'timezone': timezone, 'units': units, 'startTime': startTime, 'endTime': endTime, 'source': source, 'correction': correction, 'elevation': elevation},
        )

    def post_forecast(
        self,
        body: types.ForecastRequest,
    ) -> types.Forecast:
        """Get a forecast with a JSON body."""

        return self.request(
            'POST',
            '/v1/weather/forecast',
            body=body,
        )

    def post_forecasts(
        self,
        body: types.ForecastBatchRequest,
    ) -> types.ForecastBatch:
        """Get forecasts for up to 100 locations."""

        return self.request(
            'POST',
            '/v1/weather/forecasts',
            body=body,
        )

    def get_current_conditions(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        place: Optional[str] = None,
        fields: Optional[List[types.MetricName]] = None,
        units: Optional[Literal['metric', 'imperial']] = None,
        elevation: Optional[float] = None,
    ) -> types.CurrentConditions:
        """Get current conditions."""

        return self.request(
            'GET',
            '/v1/weather/current',
            query={'lat': lat, 'lon': lon, 'place': place, 'fields': fields, 'units': units, 'elevation': elevation},
        )

    def list_fields(
        self,
    ) -> types.Fields:
        """List metrics."""

        return self.request(
            'GET',
            '/v1/weather/fields',
        )

    def list_weather_codes(
        self,
    ) -> types.WeatherCodes:
        """List weather codes."""

        return self.request(
            'GET',
            '/v1/weather/codes',
        )

    def create_forecast_job(
        self,
        body: types.ForecastJobRequest,
    ) -> types.ForecastJob:
        """Get forecasts for up to 10,000 locations."""

        return self.request(
            'POST',
            '/v1/weather/jobs',
            body=body,
        )

    def get_forecast_job(
        self,
        jobId: str,
    ) -> types.ForecastJob:
        """Get a forecast job."""

        return self.request(
            'GET',
            self.path('/v1/weather/jobs/{jobId}', jobId=jobId),
        )

    def delete_forecast_job(
        self,
        jobId: str,
    ) -> None:
        """Delete a forecast job."""

        return self.request(
            'DELETE',
            self.path('/v1/weather/jobs/{jobId}', jobId=jobId),
        )

    def get_forecast_job_result(
        self,
        jobId: str,
    ) -> types.ForecastBatch:
        """Get the result of a forecast job."""

        return self.request(
            'GET',
            self.path('/v1/weather/jobs/{jobId}/result', jobId=jobId),
        )

    def get_meteogram_svg(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        place: Optional[str] = None,
        elevation: Optional[float] = None,
        units: Optional[Literal['metric', 'imperial']] = None,
        timezone: Optional[str] = None,
        startTime: Optional[str] = None,
        source: Optional[str] = None,
        correction: Optional[Literal['auto', 'none']] = None,
        hours: Optional[int] = None,
        width: Optional[int] = None,
        theme: Optional[Literal['light', 'dark', 'auto']] = None,
    ) -> Any:
        """Get a meteogram as SVG."""

        return self.request(
            'GET',
            '/v1/weather/meteogram.svg',
            query={'lat': lat, 'lon': lon, 'place': place, 'elevation': elevation, 'units': units, 'timezone': timezone, 'startTime': startTime, 'source': source, 'correction': correction, 'hours': hours, 'width': width, 'theme': theme},
            accept='image/svg+xml',
        )

    def get_meteogram_png(
        self,
        *,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        place: Optional[str] = None,
        elevation: Optional[float] = None,
        units: Optional[Literal['metric', 'imperial']] = None,
        timezone: Optional[str] = None,
        startTime: Optional[str] = None,
        source: Optional[str] = None,
        correction: Optional[Literal['auto', 'none']] = None,
        hours: Optional[int] = None,
        width: Optional[int] = None,
        theme: Optional[Literal['light', 'dark']] = None,
        scale: Optional[Literal[1, 2, 3]] = None,
    ) -> Any:
        """Get a meteogram as PNG."""

        return self.request(
            'GET',
            '/v1/weather/meteogram.png',
            query={'lat': lat, 'lon': lon, 'place': place, 'elevation': elevation, 'units': units, 'timezone': timezone, 'startTime': startTime, 'source': source, 'correction': correction, 'hours': hours, 'width': width, 'theme': theme, 'scale': scale},
            accept='image/png',
        )

    def get_open_meteo_forecast(
        self,
        *,
        latitude: str,
        longitude: str,
        elevation: Optional[str] = None,
        hourly: Optional[str] = None,
        daily: Optional[str] = None,
        current: Optional[str] = None,
        minutely_15: Optional[str] = None,
        location_id: Optional[str] = None,
        current_weather: Optional[Literal['true', 'false']] = None,
        temperature_unit: Optional[Literal['celsius', 'fahrenheit']] = None,
        wind_speed_unit: Optional[Literal['kmh', 'ms', 'mph', 'kn']] = None,
        precipitation_unit: Optional[Literal['mm', 'inch']] = None,
        length_unit: Optional[Literal['metric', 'imperial']] = None,
        timeformat: Optional[Literal['iso8601', 'unixtime']] = None,
        timezone: Optional[str] = None,
        past_days: Optional[int] = None,
        forecast_days: Optional[int] = None,
        past_hours: Optional[int] = None,
        forecast_hours: Optional[int] = None,
        past_minutely_15: Optional[int] = None,
        forecast_minutely_15: Optional[int] = None,
        initial_hours: Optional[int] = None,
        initial_minutely_15: Optional[int] = None,
        start_date: Optional[str] = None,
        end_date: Optional[str] = None,
        start_hour: Optional[str] = None,
        end_hour: Optional[str] = None,
        start_minutely_15: Optional[str] = None,
        end_minutely_15: Optional[str] = None,
        models: Optional[str] = None,
        cell_selection: Optional[Literal['land', 'sea', 'nearest']] = None,
        temporal_resolution: Optional[Literal['hourly', 'hourly_1']] = None,
        format: Optional[Literal['json', 'csv', 'flatbuffers']] = None,
        location_information: Optional[Literal['section', 'omit']] = None,
    ) -> Union[types.OpenMeteoForecast, List[types.OpenMeteoForecast]]:
        """Get a forecast in Open-Meteo's format."""

        return self.request(
            'GET',
            '/open-meteo/v1/forecast',
            query={'latitude': latitude, 'longitude': longitude, 'elevation': elevation, 'hourly': hourly, 'daily': daily, 'current': current, 'minutely_15': minutely_15, 'location_id': location_id, 'current_weather': current_weather, 'temperature_unit': temperature_unit, 'wind_speed_unit': wind_speed_unit, 'precipitation_unit': precipitation_unit, 'length_unit': length_unit, 'timeformat': timeformat, 'timezone': timezone, 'past_days': past_days, 'forecast_days': forecast_days, 'past_hours': past_hours, 'forecast_hours': forecast_hours, 'past_minutely_15': past_minutely_15, 'forecast_minutely_15': forecast_minutely_15, 'initial_hours': initial_hours, 'initial_minutely_15': initial_minutely_15, 'start_date': start_date, 'end_date': end_date, 'start_hour': start_hour, 'end_hour': end_hour, 'start_minutely_15': start_minutely_15, 'end_minutely_15': end_minutely_15, 'models': models, 'cell_selection': cell_selection, 'temporal_resolution': temporal_resolution, 'format': format, 'location_information': location_information},
        )

    def post_open_meteo_forecast(
        self,
        body: Dict[str, Any],
    ) -> Union[types.OpenMeteoForecast, List[types.OpenMeteoForecast]]:
        """Get a forecast in Open-Meteo's format, with the parameters in the body."""

        return self.request(
            'POST',
            '/open-meteo/v1/forecast',
            body=body,
        )

    def get_tomorrow_io_forecast(
        self,
        *,
        location: str,
        units: Optional[Literal['metric', 'imperial']] = None,
        timezone: Optional[str] = None,
        dailyStartHour: Optional[int] = None,
        timesteps: Optional[str] = None,
    ) -> types.TomorrowIoForecast:
        """Get a forecast as Tomorrow.io's API has it."""

        return self.request(
            'GET',
            '/v4/weather/forecast',
            query={'location': location, 'units': units, 'timezone': timezone, 'dailyStartHour': dailyStartHour, 'timesteps': timesteps},
        )

    def get_tomorrow_io_realtime(
        self,
        *,
        location: str,
        units: Optional[Literal['metric', 'imperial']] = None,
        timezone: Optional[str] = None,
        dailyStartHour: Optional[int] = None,
    ) -> types.TomorrowIoRealtime:
        """Get the current weather as Tomorrow.io's API has it."""

        return self.request(
            'GET',
            '/v4/weather/realtime',
            query={'location': location, 'units': units, 'timezone': timezone, 'dailyStartHour': dailyStartHour},
        )

    def get_tomorrow_io_timelines(
        self,
        *,
        location: str,
        fields: str,
        units: Optional[Literal['metric', 'imperial']] = None,
        timezone: Optional[str] = None,
        dailyStartHour: Optional[int] = None,
        timesteps: Optional[str] = None,
        startTime: Optional[str] = None,
        endTime: Optional[str] = None,
    ) -> types.TomorrowIoTimelines:
        """Get timelines as Tomorrow.io's API has them."""

        return self.request(
            'GET',
            '/v4/timelines',
            query={'location': location, 'units': units, 'timezone': timezone, 'dailyStartHour': dailyStartHour, 'fields': fields, 'timesteps': timesteps, 'startTime': startTime, 'endTime': endTime},
        )

    def post_tomorrow_io_timelines(
        self,
        body: Dict[str, Any],
    ) -> types.TomorrowIoTimelines:
        """Get timelines as Tomorrow.io's API has them, with a JSON body."""

        return self.request(
            'POST',
            '/v4/timelines',
            body=body,
        )

    def list_stations(
        self,
        *,
        lat: float,
        lon: float,
        radiusKm: Optional[int] = None,
    ) -> types.NearStations:
        """List weather stations."""

        return self.request(
            'GET',
            '/v1/weather/stations',
            query={'lat': lat, 'lon': lon, 'radiusKm': radiusKm},
        )

    def get_station(
        self,
        stationId: str,
    ) -> types.StationReport:
        """Get a weather station."""

        return self.request(
            'GET',
            self.path('/v1/weather/stations/{stationId}', stationId=stationId),
        )

    def list_observations(
        self,
        stationId: str,
        *,
        startTime: Optional[str] = None,
        endTime: Optional[str] = None,
    ) -> types.StationObservations:
        """List a station's reports."""

        return self.request(
            'GET',
            self.path('/v1/weather/stations/{stationId}/observations', stationId=stationId),
            query={'startTime': startTime, 'endTime': endTime},
        )

    def get_accuracy(
        self,
        *,
        field: Optional[Literal['temperature', 'dewPoint', 'windSpeed', 'wind', 'pressureSurfaceLevel', 'precipitationProbability', 'temperatureP10P90']] = None,
        lat: Optional[float] = None,
        lon: Optional[float] = None,
        days: Optional[int] = None,
        by: Optional[Literal['lead', 'hour']] = None,
        scope: Optional[Literal['station', '50km', '300km', 'world']] = None,
    ) -> types.Accuracy:
        """Get the accuracy of forecasts."""

        return self.request(
            'GET',
            '/v1/weather/accuracy',
            query={'field': field, 'lat': lat, 'lon': lon, 'days': days, 'by': by, 'scope': scope},
        )

    def find_places(
        self,
        *,
        query: str,
        limit: Optional[int] = None,
        language: Optional[str] = None,
    ) -> types.Places:
        """Find places."""

        return self.request(
            'GET',
            '/v1/places',
            query={'limit': limit, 'query': query, 'language': language},
        )

    def find_nearest_places(
        self,
        *,
        lat: float,
        lon: float,
        limit: Optional[int] = None,
        language: Optional[str] = None,
    ) -> types.NearestPlaces:
        """Find the nearest places."""

        return self.request(
            'GET',
            '/v1/places/nearest',
            query={'limit': limit, 'lat': lat, 'lon': lon, 'language': language},
        )

    def create_webhook(
        self,
        body: types.CreateWebhook,
    ) -> types.CreatedWebhook:
        """Create a webhook."""

        return self.request(
            'POST',
            '/v1/webhooks',
            body=body,
        )

    def list_webhooks(
        self,
        *,
        limit: Optional[int] = None,
        organization_id: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> types.WebhookPage:
        """List your webhooks."""

        return self.request(
            'GET',
            '/v1/webhooks',
            query={'limit': limit, 'organization_id': organization_id, 'cursor': cursor},
        )

    def get_webhook(
        self,
        webhookId: str,
    ) -> types.Webhook:
        """Get a webhook."""

        return self.request(
            'GET',
            self.path('/v1/webhooks/{webhookId}', webhookId=webhookId),
        )

    def update_webhook(
        self,
        webhookId: str,
        body: types.UpdateWebhook,
    ) -> types.Webhook:
        """Update a webhook."""

        return self.request(
            'PATCH',
            self.path('/v1/webhooks/{webhookId}', webhookId=webhookId),
            body=body,
        )

    def delete_webhook(
        self,
        webhookId: str,
    ) -> None:
        """Delete a webhook."""

        return self.request(
            'DELETE',
            self.path('/v1/webhooks/{webhookId}', webhookId=webhookId),
        )

    def rotate_webhook_secret(
        self,
        webhookId: str,
        body: types.RotateWebhookSecret,
    ) -> types.CreatedWebhook:
        """Rotate a webhook's secret."""

        return self.request(
            'POST',
            self.path('/v1/webhooks/{webhookId}/rotate', webhookId=webhookId),
            body=body,
        )

    def list_webhook_deliveries(
        self,
        webhookId: str,
        *,
        limit: Optional[int] = None,
        status: Optional[types.WebhookDeliveryStatus] = None,
        cursor: Optional[str] = None,
    ) -> types.WebhookDeliveryPage:
        """List a webhook's deliveries."""

        return self.request(
            'GET',
            self.path('/v1/webhooks/{webhookId}/deliveries', webhookId=webhookId),
            query={'limit': limit, 'status': status, 'cursor': cursor},
        )

    def retry_webhook_delivery(
        self,
        webhookId: str,
        eventId: str,
    ) -> types.WebhookDelivery:
        """Send an event again."""

        return self.request(
            'POST',
            self.path('/v1/webhooks/{webhookId}/deliveries/{eventId}/retry', webhookId=webhookId, eventId=eventId),
        )

    def test_webhook(
        self,
        webhookId: str,
    ) -> types.WebhookDelivery:
        """Send a test event."""

        return self.request(
            'POST',
            self.path('/v1/webhooks/{webhookId}/test', webhookId=webhookId),
        )

    def create_forecast_alert(
        self,
        body: types.CreateForecastAlert,
    ) -> types.ForecastAlert:
        """Create a forecast alert."""

        return self.request(
            'POST',
            '/v1/alerts',
            body=body,
        )

    def list_forecast_alerts(
        self,
        *,
        limit: Optional[int] = None,
        client_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> types.ForecastAlertPage:
        """List forecast alerts."""

        return self.request(
            'GET',
            '/v1/alerts',
            query={'limit': limit, 'client_id': client_id, 'organization_id': organization_id, 'cursor': cursor},
        )

    def get_forecast_alert(
        self,
        alertId: str,
    ) -> types.ForecastAlert:
        """Get a forecast alert."""

        return self.request(
            'GET',
            self.path('/v1/alerts/{alertId}', alertId=alertId),
        )

    def update_forecast_alert(
        self,
        alertId: str,
        body: types.UpdateForecastAlert,
    ) -> types.ForecastAlert:
        """Update a forecast alert."""

        return self.request(
            'PATCH',
            self.path('/v1/alerts/{alertId}', alertId=alertId),
            body=body,
        )

    def delete_forecast_alert(
        self,
        alertId: str,
    ) -> None:
        """Delete a forecast alert."""

        return self.request(
            'DELETE',
            self.path('/v1/alerts/{alertId}', alertId=alertId),
        )

    def send_mcp_message(
        self,
        body: types.McpMessage,
    ) -> Union[types.McpResponse, None]:
        """Send a message of the Model Context Protocol."""

        return self.request(
            'POST',
            '/mcp',
            body=body,
        )

    def get_protected_resource(
        self,
    ) -> types.ProtectedResource:
        """Get the metadata of the MCP server."""

        return self.request(
            'GET',
            '/.well-known/oauth-protected-resource/mcp',
        )

    def list_runs(
        self,
    ) -> types.Runs:
        """List model runs."""

        return self.request(
            'GET',
            '/v1/weather/runs',
        )

    def get_status(
        self,
    ) -> types.Status:
        """Get the state of the models."""

        return self.request(
            'GET',
            '/v1/status',
        )

    def create_account(
        self,
        body: types.CreateAccount,
    ) -> types.Account:
        """Register an account."""

        return self.request(
            'POST',
            '/v1/accounts',
            body=body,
        )

    def list_accounts(
        self,
        *,
        limit: Optional[int] = None,
        query: Optional[str] = None,
        status: Optional[types.AccountStatus] = None,
        cursor: Optional[str] = None,
    ) -> types.AccountPage:
        """List accounts."""

        return self.request(
            'GET',
            '/v1/accounts',
            query={'limit': limit, 'query': query, 'status': status, 'cursor': cursor},
        )

    def get_own_account(
        self,
    ) -> types.Account:
        """Get your account."""

        return self.request(
            'GET',
            '/v1/accounts/me',
        )

    def update_own_account(
        self,
        body: types.UpdateOwnAccount,
    ) -> types.Account:
        """Update your account."""

        return self.request(
            'PATCH',
            '/v1/accounts/me',
            body=body,
        )

    def delete_own_account(
        self,
        body: types.DeleteOwnAccount,
    ) -> None:
        """Delete your account."""

        return self.request(
            'DELETE',
            '/v1/accounts/me',
            body=body,
        )

    def change_password(
        self,
        body: types.ChangePassword,
    ) -> None:
        """Change your password."""

        return self.request(
            'PUT',
            '/v1/accounts/me/password',
            body=body,
        )

    def get_account(
        self,
        accountId: str,
    ) -> types.Account:
        """Get an account."""

        return self.request(
            'GET',
            self.path('/v1/accounts/{accountId}', accountId=accountId),
        )

    def update_account(
        self,
        accountId: str,
        body: types.UpdateAccount,
    ) -> types.Account:
        """Update an account."""

        return self.request(
            'PATCH',
            self.path('/v1/accounts/{accountId}', accountId=accountId),
            body=body,
        )

    def delete_account(
        self,
        accountId: str,
    ) -> None:
        """Delete an account."""

        return self.request(
            'DELETE',
            self.path('/v1/accounts/{accountId}', accountId=accountId),
        )

    def create_password_reset(
        self,
        accountId: str,
    ) -> types.PasswordResetLink:
        """Create a password reset link."""

        return self.request(
            'POST',
            self.path('/v1/accounts/{accountId}/password-reset', accountId=accountId),
        )

    def request_password_reset(
        self,
        body: types.RequestPasswordReset,
    ) -> None:
        """Request a password reset."""

        return self.request(
            'POST',
            '/v1/password-resets',
            body=body,
        )

    def reset_password(
        self,
        body: types.ResetPassword,
    ) -> None:
        """Set a new password."""

        return self.request(
            'POST',
            '/v1/password-resets/complete',
            body=body,
        )

    def list_identities(
        self,
    ) -> types.IdentityList:
        """List your sign-in methods."""

        return self.request(
            'GET',
            '/v1/accounts/me/identities',
        )

    def connect_identity(
        self,
        body: types.ConnectIdentity,
    ) -> types.IdentityConnection:
        """Connect an identity provider."""

        return self.request(
            'POST',
            '/v1/accounts/me/identities',
            body=body,
        )

    def delete_identity(
        self,
        identityId: str,
    ) -> None:
        """Remove a sign-in method."""

        return self.request(
            'DELETE',
            self.path('/v1/accounts/me/identities/{identityId}', identityId=identityId),
        )

    def get_own_email(
        self,
    ) -> types.AccountEmail:
        """Get your email address."""

        return self.request(
            'GET',
            '/v1/accounts/me/email',
        )

    def change_email(
        self,
        body: types.ChangeEmail,
    ) -> types.AccountEmail:
        """Change or verify your email address."""

        return self.request(
            'POST',
            '/v1/accounts/me/email',
            body=body,
        )

    def verify_email(
        self,
        body: types.VerifyEmail,
    ) -> None:
        """Verify an email address."""

        return self.request(
            'POST',
            '/v1/email-verifications',
            body=body,
        )

    def export_own_account(
        self,
    ) -> types.AccountExport:
        """Download your data."""

        return self.request(
            'GET',
            '/v1/accounts/me/export',
        )

    def create_session(
        self,
        body: types.CreateSession,
    ) -> Union[types.FactorRequired, types.SignedIn]:
        """Sign in."""

        return self.request(
            'POST',
            '/v1/sessions',
            body=body,
        )

    def list_sessions(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> types.SessionPage:
        """List your sessions."""

        return self.request(
            'GET',
            '/v1/sessions',
            query={'limit': limit, 'cursor': cursor},
        )

    def delete_other_sessions(
        self,
    ) -> None:
        """Sign out everywhere else."""

        return self.request(
            'DELETE',
            '/v1/sessions',
        )

    def finish_sign_in(
        self,
        body: types.FinishSignIn,
    ) -> types.SignedIn:
        """Finish signing in with a second factor."""

        return self.request(
            'POST',
            '/v1/sessions/factor',
            body=body,
        )

    def create_session_by_link(
        self,
        body: types.UseSignInLink,
    ) -> Union[types.FactorRequired, types.SignedIn]:
        """Sign in with a link."""

        return self.request(
            'POST',
            '/v1/sessions/link',
            body=body,
        )

    def list_sign_in_methods(
        self,
    ) -> types.SignInMethods:
        """List sign-in methods."""

        return self.request(
            'GET',
            '/v1/sessions/methods',
        )

    def get_current_session(
        self,
    ) -> types.SignedIn:
        """Get your session."""

        return self.request(
            'GET',
            '/v1/sessions/current',
        )

    def delete_current_session(
        self,
    ) -> None:
        """Sign out."""

        return self.request(
            'DELETE',
            '/v1/sessions/current',
        )

    def delete_session(
        self,
        sessionId: str,
    ) -> None:
        """End a session."""

        return self.request(
            'DELETE',
            self.path('/v1/sessions/{sessionId}', sessionId=sessionId),
        )

    def get_passkey_sign_in_options(
        self,
    ) -> types.PasskeyOptions:
        """Start signing in with a passkey."""

        return self.request(
            'POST',
            '/v1/sessions/passkey/options',
        )

    def create_session_by_passkey(
        self,
        body: types.SignInWithPasskey,
    ) -> types.SignedIn:
        """Sign in with a passkey."""

        return self.request(
            'POST',
            '/v1/sessions/passkey',
            body=body,
        )

    def get_factor_options(
        self,
        body: types.GetFactorOptions,
    ) -> types.PasskeyOptions:
        """Start passkey verification."""

        return self.request(
            'POST',
            '/v1/sessions/factor/options',
            body=body,
        )

    def list_factors(
        self,
    ) -> types.FactorList:
        """List your second factors."""

        return self.request(
            'GET',
            '/v1/accounts/me/factors',
        )

    def add_totp_factor(
        self,
        body: types.AddTotp,
    ) -> types.TotpEnrolment:
        """Add an authenticator app."""

        return self.request(
            'POST',
            '/v1/accounts/me/factors/totp',
            body=body,
        )

    def create_recovery_codes(
        self,
    ) -> types.RecoveryCodes:
        """Create recovery codes."""

        return self.request(
            'POST',
            '/v1/accounts/me/factors/recovery-codes',
        )

    def confirm_factor(
        self,
        factorId: str,
        body: types.ConfirmFactor,
    ) -> types.ConfirmedFactor:
        """Confirm an authenticator app."""

        return self.request(
            'POST',
            self.path('/v1/accounts/me/factors/{factorId}/confirm', factorId=factorId),
            body=body,
        )

    def delete_factor(
        self,
        factorId: str,
    ) -> None:
        """Remove a second factor."""

        return self.request(
            'DELETE',
            self.path('/v1/accounts/me/factors/{factorId}', factorId=factorId),
        )

    def get_passkey_options(
        self,
    ) -> types.PasskeyOptions:
        """Start adding a passkey."""

        return self.request(
            'POST',
            '/v1/accounts/me/factors/passkey/options',
        )

    def add_passkey(
        self,
        body: types.AddPasskey,
    ) -> types.ConfirmedFactor:
        """Add a passkey."""

        return self.request(
            'POST',
            '/v1/accounts/me/factors/passkey',
            body=body,
        )

    def find_sign_in(
        self,
        body: types.FindSignIn,
    ) -> types.FoundSignIn:
        """Find a company's identity provider."""

        return self.request(
            'POST',
            '/v1/sessions/sso',
            body=body,
        )

    def start_single_sign_on(
        self,
        provider: str,
        *,
        next: Optional[str] = None,
        fresh: Optional[Literal['true']] = None,
    ) -> Any:
        """Sign in with an identity provider."""

        return self.request(
            'GET',
            self.path('/v1/sessions/oidc/{provider}', provider=provider),
            query={'next': next, 'fresh': fresh},
        )

    def finish_single_sign_on(
        self,
        provider: str,
    ) -> Any:
        """Return from an identity provider."""

        return self.request(
            'GET',
            self.path('/v1/sessions/oidc/{provider}/callback', provider=provider),
        )

    def set_organization_issuer(
        self,
        organizationId: str,
        body: types.SetOrganizationIssuer,
    ) -> types.OrganizationIssuer:
        """Set an organization's identity provider."""

        return self.request(
            'PUT',
            self.path('/v1/organizations/{organizationId}/issuer', organizationId=organizationId),
            body=body,
        )

    def get_organization_issuer(
        self,
        organizationId: str,
    ) -> types.OrganizationIssuer:
        """Get an organization's identity provider."""

        return self.request(
            'GET',
            self.path('/v1/organizations/{organizationId}/issuer', organizationId=organizationId),
        )

    def remove_organization_issuer(
        self,
        organizationId: str,
    ) -> None:
        """Remove an organization's identity provider."""

        return self.request(
            'DELETE',
            self.path('/v1/organizations/{organizationId}/issuer', organizationId=organizationId),
        )

    def create_personal_access_token(
        self,
        body: types.CreatePersonalAccessToken,
    ) -> types.CreatedPersonalAccessToken:
        """Create a personal access token."""

        return self.request(
            'POST',
            '/v1/accounts/me/tokens',
            body=body,
        )

    def list_personal_access_tokens(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> types.PersonalAccessTokenPage:
        """List your personal access tokens."""

        return self.request(
            'GET',
            '/v1/accounts/me/tokens',
            query={'limit': limit, 'cursor': cursor},
        )

    def revoke_personal_access_token(
        self,
        tokenId: str,
    ) -> None:
        """Revoke a personal access token."""

        return self.request(
            'DELETE',
            self.path('/v1/accounts/me/tokens/{tokenId}', tokenId=tokenId),
        )

    def create_organization(
        self,
        body: types.CreateOrganization,
    ) -> types.Organization:
        """Create an organization."""

        return self.request(
            'POST',
            '/v1/organizations',
            body=body,
        )

    def list_organizations(
        self,
        *,
        limit: Optional[int] = None,
        account_id: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> types.OrganizationPage:
        """List your organizations."""

        return self.request(
            'GET',
            '/v1/organizations',
            query={'limit': limit, 'account_id': account_id, 'cursor': cursor},
        )

    def get_organization_quota(
        self,
    ) -> types.OrganizationQuota:
        """Get how many organizations you can create."""

        return self.request(
            'GET',
            '/v1/organizations/quota',
        )

    def get_organization(
        self,
        organizationId: str,
    ) -> types.Organization:
        """Get an organization."""

        return self.request(
            'GET',
            self.path('/v1/organizations/{organizationId}', organizationId=organizationId),
        )

    def update_organization(
        self,
        organizationId: str,
        body: types.UpdateOrganization,
    ) -> types.Organization:
        """Update an organization."""

        return self.request(
            'PATCH',
            self.path('/v1/organizations/{organizationId}', organizationId=organizationId),
            body=body,
        )

    def delete_organization(
        self,
        organizationId: str,
    ) -> None:
        """Delete an organization."""

        return self.request(
            'DELETE',
            self.path('/v1/organizations/{organizationId}', organizationId=organizationId),
        )

    def list_members(
        self,
        organizationId: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> types.MemberPage:
        """List an organization's members."""

        return self.request(
            'GET',
            self.path('/v1/organizations/{organizationId}/members', organizationId=organizationId),
            query={'limit': limit, 'cursor': cursor},
        )

    def update_member(
        self,
        organizationId: str,
        accountId: str,
        body: types.UpdateMember,
    ) -> types.Member:
        """Change a member's role."""

        return self.request(
            'PATCH',
            self.path('/v1/organizations/{organizationId}/members/{accountId}', organizationId=organizationId, accountId=accountId),
            body=body,
        )

    def remove_member(
        self,
        organizationId: str,
        accountId: str,
    ) -> None:
        """Remove a member."""

        return self.request(
            'DELETE',
            self.path('/v1/organizations/{organizationId}/members/{accountId}', organizationId=organizationId, accountId=accountId),
        )

    def create_invitation(
        self,
        organizationId: str,
        body: types.CreateInvitation,
    ) -> types.CreatedInvitation:
        """Invite a member."""

        return self.request(
            'POST',
            self.path('/v1/organizations/{organizationId}/invitations', organizationId=organizationId),
            body=body,
        )

    def list_invitations(
        self,
        organizationId: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> types.InvitationPage:
        """List an organization's invitations."""

        return self.request(
            'GET',
            self.path('/v1/organizations/{organizationId}/invitations', organizationId=organizationId),
            query={'limit': limit, 'cursor': cursor},
        )

    def withdraw_invitation(
        self,
        organizationId: str,
        invitationId: str,
    ) -> None:
        """Withdraw an invitation."""

        return self.request(
            'DELETE',
            self.path('/v1/organizations/{organizationId}/invitations/{invitationId}', organizationId=organizationId, invitationId=invitationId),
        )

    def preview_invitation(
        self,
        body: types.InvitationLink,
    ) -> types.InvitationPreview:
        """Preview an invitation."""

        return self.request(
            'POST',
            '/v1/invitations/preview',
            body=body,
        )

    def accept_invitation(
        self,
        body: types.InvitationLink,
    ) -> types.Organization:
        """Accept an invitation."""

        return self.request(
            'POST',
            '/v1/invitations/accept',
            body=body,
        )

    def add_domain(
        self,
        organizationId: str,
        body: types.AddDomain,
    ) -> types.Domain:
        """Add a domain."""

        return self.request(
            'POST',
            self.path('/v1/organizations/{organizationId}/domains', organizationId=organizationId),
            body=body,
        )

    def list_domains(
        self,
        organizationId: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> types.DomainPage:
        """List an organization's domains."""

        return self.request(
            'GET',
            self.path('/v1/organizations/{organizationId}/domains', organizationId=organizationId),
            query={'limit': limit, 'cursor': cursor},
        )

    def verify_domain(
        self,
        organizationId: str,
        domainId: str,
    ) -> types.Domain:
        """Verify a domain."""

        return self.request(
            'POST',
            self.path('/v1/organizations/{organizationId}/domains/{domainId}/verify', organizationId=organizationId, domainId=domainId),
        )

    def remove_domain(
        self,
        organizationId: str,
        domainId: str,
    ) -> None:
        """Remove a domain."""

        return self.request(
            'DELETE',
            self.path('/v1/organizations/{organizationId}/domains/{domainId}', organizationId=organizationId, domainId=domainId),
        )

    def create_client(
        self,
        body: types.CreateClient,
    ) -> types.CreatedClient:
        """Create a client."""

        return self.request(
            'POST',
            '/v1/clients',
            body=body,
        )

    def list_clients(
        self,
        *,
        limit: Optional[int] = None,
        query: Optional[str] = None,
        account_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> types.ClientPage:
        """List your clients."""

        return self.request(
            'GET',
            '/v1/clients',
            query={'limit': limit, 'query': query, 'account_id': account_id, 'organization_id': organization_id, 'cursor': cursor},
        )

    def get_default_limits(
        self,
    ) -> types.RateLimits:
        """Get the default rate limits."""

        return self.request(
            'GET',
            '/v1/clients/default-limits',
        )

    def get_client(
        self,
        clientId: str,
    ) -> types.Client:
        """Get a client."""

        return self.request(
            'GET',
            self.path('/v1/clients/{clientId}', clientId=clientId),
        )

    def update_client(
        self,
        clientId: str,
        body: types.UpdateClient,
    ) -> types.Client:
        """Update a client."""

        return self.request(
            'PATCH',
            self.path('/v1/clients/{clientId}', clientId=clientId),
            body=body,
        )

    def delete_client(
        self,
        clientId: str,
    ) -> None:
        """Delete a client."""

        return self.request(
            'DELETE',
            self.path('/v1/clients/{clientId}', clientId=clientId),
        )

    def rotate_client_secret(
        self,
        clientId: str,
        body: types.Rotation,
    ) -> types.CreatedClient:
        """Rotate a client's secret."""

        return self.request(
            'POST',
            self.path('/v1/clients/{clientId}/secret', clientId=clientId),
            body=body,
        )

    def list_scopes(
        self,
        *,
        holder: Optional[types.ScopeHolder] = None,
    ) -> types.Scopes:
        """List scopes."""

        return self.request(
            'GET',
            '/v1/scopes',
            query={'holder': holder},
        )

    def create_api_key(
        self,
        clientId: str,
        body: types.CreateApiKey,
    ) -> types.CreatedApiKey:
        """Create an API key."""

        return self.request(
            'POST',
            self.path('/v1/clients/{clientId}/api-keys', clientId=clientId),
            body=body,
        )

    def list_api_keys(
        self,
        clientId: str,
        *,
        limit: Optional[int] = None,
        status: Optional[types.ApiKeyStatus] = None,
        cursor: Optional[str] = None,
    ) -> types.ApiKeyPage:
        """List a client's API keys."""

        return self.request(
            'GET',
            self.path('/v1/clients/{clientId}/api-keys', clientId=clientId),
            query={'limit': limit, 'status': status, 'cursor': cursor},
        )

    def get_api_key(
        self,
        clientId: str,
        keyId: str,
    ) -> types.ApiKey:
        """Get an API key."""

        return self.request(
            'GET',
            self.path('/v1/clients/{clientId}/api-keys/{keyId}', clientId=clientId, keyId=keyId),
        )

    def update_api_key(
        self,
        clientId: str,
        keyId: str,
        body: types.UpdateApiKey,
    ) -> types.ApiKey:
        """Update an API key."""

        return self.request(
            'PATCH',
            self.path('/v1/clients/{clientId}/api-keys/{keyId}', clientId=clientId, keyId=keyId),
            body=body,
        )

    def revoke_api_key(
        self,
        clientId: str,
        keyId: str,
    ) -> None:
        """Revoke an API key."""

        return self.request(
            'DELETE',
            self.path('/v1/clients/{clientId}/api-keys/{keyId}', clientId=clientId, keyId=keyId),
        )

    def rotate_api_key(
        self,
        clientId: str,
        keyId: str,
        body: types.Rotation,
    ) -> types.CreatedApiKey:
        """Rotate an API key."""

        return self.request(
            'POST',
            self.path('/v1/clients/{clientId}/api-keys/{keyId}/rotate', clientId=clientId, keyId=keyId),
            body=body,
        )

    def create_access_token(
        self,
    ) -> types.AccessToken:
        """Create an access token."""

        return self.request(
            'POST',
            '/v1/oauth/token',
        )

    def get_authorization_server(
        self,
    ) -> types.AuthorizationServer:
        """Get the OAuth 2.0 metadata."""

        return self.request(
            'GET',
            '/.well-known/oauth-authorization-server',
        )

    def list_audit_events(
        self,
        *,
        limit: Optional[int] = None,
        action: Optional[types.AuditAction] = None,
        account_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        client_id: Optional[str] = None,
        actor_account_id: Optional[str] = None,
        start: Optional[str] = None,
        end: Optional[str] = None,
        cursor: Optional[str] = None,
    ) -> types.AuditPage:
        """List audit events."""

        return self.request(
            'GET',
            '/v1/audit',
            query={'limit': limit, 'action': action, 'account_id': account_id, 'organization_id': organization_id, 'client_id': client_id, 'actor_account_id': actor_account_id, 'start': start, 'end': end, 'cursor': cursor},
        )

    def list_mails(
        self,
        *,
        limit: Optional[int] = None,
        state: Optional[types.MailState] = None,
        cursor: Optional[str] = None,
    ) -> types.MailPage:
        """List messages."""

        return self.request(
            'GET',
            '/v1/mails',
            query={'limit': limit, 'state': state, 'cursor': cursor},
        )

    def retry_mail(
        self,
        mailId: str,
    ) -> types.Mail:
        """Send a message again."""

        return self.request(
            'POST',
            self.path('/v1/mails/{mailId}/retry', mailId=mailId),
        )

    def list_dashboard_pages(
        self,
    ) -> types.DashboardPages:
        """List dashboard pages."""

        return self.request(
            'GET',
            '/v1/dashboard/pages',
        )

    def get_liveness(
        self,
    ) -> types.Liveness:
        """Check that the process is alive."""

        return self.request(
            'GET',
            '/health/live',
        )

    def get_readiness(
        self,
    ) -> types.Readiness:
        """Check that the service is ready."""

        return self.request(
            'GET',
            '/health/ready',
        )

    def check_for_runs(
        self,
    ) -> None:
        """Check for model runs now."""

        return self.request(
            'POST',
            '/v1/status/check',
        )

    def get_metrics(
        self,
    ) -> Any:
        """Get metrics."""

        return self.request(
            'GET',
            '/metrics',
            accept='text/plain',
        )

    def get_usage(
        self,
        *,
        start: Optional[str] = None,
        end: Optional[str] = None,
        interval: Optional[Literal['minute', 'hour', 'day']] = None,
        group_by: Optional[Literal['endpoint', 'status', 'api_key', 'client']] = None,
        timezone: Optional[str] = None,
        client_id: Optional[str] = None,
        api_key_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        account_id: Optional[str] = None,
    ) -> types.Usage:
        """Get usage over time."""

        return self.request(
            'GET',
            '/v1/usage',
            query={'start': start, 'end': end, 'interval': interval, 'group_by': group_by, 'timezone': timezone, 'client_id': client_id, 'api_key_id': api_key_id, 'organization_id': organization_id, 'account_id': account_id},
        )

    def get_quota(
        self,
        *,
        client_id: Optional[str] = None,
    ) -> types.Quota:
        """Get a client's remaining quota."""

        return self.request(
            'GET',
            '/v1/usage/quota',
            query={'client_id': client_id},
        )

    def list_requests(
        self,
        *,
        limit: Optional[int] = None,
        code: Optional[types.ProblemCode] = None,
        status: Optional[str] = None,
        cursor: Optional[str] = None,
        client_id: Optional[str] = None,
        api_key_id: Optional[str] = None,
        organization_id: Optional[str] = None,
        account_id: Optional[str] = None,
    ) -> types.RequestLogPage:
        """List recent requests."""

        return self.request(
            'GET',
            '/v1/usage/requests',
            query={'limit': limit, 'code': code, 'status': status, 'cursor': cursor, 'client_id': client_id, 'api_key_id': api_key_id, 'organization_id': organization_id, 'account_id': account_id},
        )

    def get_request(
        self,
        loggedRequestId: str,
    ) -> types.LoggedRequest:
        """Get a recent request."""

        return self.request(
            'GET',
            self.path('/v1/usage/requests/{loggedRequestId}', loggedRequestId=loggedRequestId),
        )
