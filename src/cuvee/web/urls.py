"""The addresses of the site."""

from django.urls import path

from cuvee.web.ops import health
from cuvee.web.pages import account, account_access, blocking, lobby, moderator_codes, replay, rules, table
from cuvee.web.people import moderation

handler400 = "cuvee.web.ops.guard.malformed"
handler404 = "cuvee.web.ops.guard.not_found"
handler500 = "cuvee.web.ops.guard.broken"

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("open/", lobby.open_one, name="open"),
    path("play-now/<str:game>/", lobby.play_now, name="play_now"),
    path("next/", lobby.next_table, name="next"),
    path("import/", lobby.import_one, name="import"),
    path("table/<str:code>/", table.page, name="table"),
    path("table/<str:code>/live", table.stream, name="live"),
    path("table/<str:code>/answer", table.answer, name="answer"),
    path("table/<str:code>/undo", table.undo, name="undo"),
    path("table/<str:code>/about", table.about, name="about"),
    path("table/<str:code>/log", table.log, name="log"),
    path("table/<str:code>/hint", table.hint, name="hint"),
    path("table/<str:code>/chat", table.chat, name="chat"),
    path("table/<str:code>/note", table.note, name="note"),
    path("table/<str:code>/resign", table.resign, name="resign"),
    path("table/<str:code>/house", table.hand_over, name="hand_over"),
    path("table/<str:code>/back", table.come_back, name="come_back"),
    path("table/<str:code>/sit", lobby.sit, name="sit"),
    path("table/<str:code>/leave", lobby.leave, name="leave"),
    path("table/<str:code>/fill", lobby.fill, name="fill"),
    path("table/<str:code>/join/<str:invitation>/", lobby.join, name="join"),
    path("table/<str:code>/replay/", replay.page, name="replay"),
    path("table/<str:code>/analysis", replay.analyse, name="analysis"),
    path("table/<str:code>/sheet/", replay.sheet, name="sheet"),
    path("table/<str:code>/fork", replay.fork, name="fork"),
    path("table/<str:code>/journal", replay.journal, name="journal"),
    path("table/<str:code>/report", blocking.report, name="report"),
    path("people/", blocking.keep_away, name="keep_away"),
    path("rules/<str:game>/", rules.reader, name="rules"),
    path("components/<str:game>/", rules.components, name="components"),
    path("account/", account.home, name="account"),
    path("account/name/", account.pick_name, name="pick_name"),
    path("account/keep/", account.keep, name="keep"),
    path("account/login/", account.log_in, name="login"),
    path("account/logout/", account.log_out, name="logout"),
    path("account/password/", account.password, name="password"),
    path("account/preferences/", account.preferences, name="preferences"),
    path("account/recover/", account_access.recover, name="recover"),
    path("account/new-password/", account_access.new_password, name="new_password"),
    path("account/confirm/", account_access.confirm, name="confirm"),
    path("account/sessions/", account_access.end_sessions, name="sessions"),
    path("account/export/", account.export, name="export"),
    path("account/delete/", account.delete, name="delete_account"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
    path("moderation/login/", account.moderators_log_in),
    path("moderation/second-factor/", moderator_codes.page, name="second_factor"),
    path("moderation/", moderation.SITE.urls),
]
