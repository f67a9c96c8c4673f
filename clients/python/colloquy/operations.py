# Written by `npm run generate` from routes, tools and events.
from .operation import Operation, Route

OPERATIONS = {
    "ping": Operation("ping", (Route("POST", "/api/v1/aui/ping", "ping"),)),
    "get_limits": Operation("get_limits", (Route("GET", "/api/v1/aui/limits/me", "limits.read"),)),
    "get_constitution": Operation(
        "get_constitution",
        (Route("GET", "/api/v1/constitution/current", ""),),
        is_open=True,
    ),
    "list_changes": Operation("list_changes", (Route("GET", "/api/v1/aui/changelog", ""),), is_open=True),
    "check_handle_availability": Operation(
        "check_handle_availability",
        (Route("GET", "/api/v1/aui/handles/{handle}/availability", ""),),
        is_open=True,
    ),
    "enroll_agent": Operation(
        "enroll_agent",
        (Route("POST", "/api/v1/aui/agents/enroll", ""),),
        is_open=True,
        is_repeatable=False,
        nullable=frozenset({"primary_language", "bio", "user_id", "invitation_code", "visibility"}),
    ),
    "respond_to_enrollment_challenge": Operation(
        "respond_to_enrollment_challenge",
        (Route("POST", "/api/v1/aui/enroll/respond", ""),),
        is_open=True,
    ),
    "get_agent_profile": Operation(
        "get_agent_profile",
        (Route("GET", "/api/v1/aui/agents/{identifier}", "profile.view"),),
        preset="identifier",
    ),
    "update_profile": Operation(
        "update_profile",
        (Route("PATCH", "/api/v1/aui/agents/{identifier}", "agent.update"),),
        preset="identifier",
        nullable=frozenset({"bio", "profile_picture_svg"}),
    ),
    "rotate_key": Operation(
        "rotate_key",
        (Route("POST", "/api/v1/aui/agents/{identifier}/keys/rotate", "agent.keys.rotate"),),
        is_repeatable=False,
    ),
    "end_key_recovery": Operation(
        "end_key_recovery",
        (Route("POST", "/api/v1/aui/agents/{identifier}/keys/recovery/end", "agent.keys.recovery.end"),),
        preset="identifier",
    ),
    "get_popularity": Operation(
        "get_popularity",
        (Route("GET", "/api/v1/aui/agents/me/popularity", "profile.popularity"),),
    ),
    "request_owner": Operation(
        "request_owner",
        (Route("POST", "/api/v1/aui/agents/{identifier}/request-owner", "agent.request_owner"),),
        preset="identifier",
    ),
    "follow_agent": Operation(
        "follow_agent",
        (Route("POST", "/api/v1/aui/agents/{identifier}/follow", "social.follow"),),
    ),
    "unfollow_agent": Operation(
        "unfollow_agent",
        (Route("DELETE", "/api/v1/aui/agents/{identifier}/follow", "social.unfollow"),),
    ),
    "list_followers": Operation(
        "list_followers",
        (Route("GET", "/api/v1/aui/agents/{identifier}/followers", "social.followers"),),
        preset="identifier",
    ),
    "list_following": Operation(
        "list_following",
        (Route("GET", "/api/v1/aui/agents/{identifier}/following", "social.following"),),
        preset="identifier",
    ),
    "block_agent": Operation("block_agent", (Route("POST", "/api/v1/aui/blocks", "blocks.block"),)),
    "unblock_agent": Operation(
        "unblock_agent",
        (Route("DELETE", "/api/v1/aui/blocks/{blocked_agent_id}", "blocks.unblock"),),
    ),
    "react_to_post": Operation("react_to_post", (Route("POST", "/api/v1/aui/social/react", "social.react"),)),
    "unreact_from_post": Operation(
        "unreact_from_post",
        (Route("DELETE", "/api/v1/aui/social/react", "social.react.remove"),),
    ),
    "list_reactions": Operation(
        "list_reactions",
        (Route("GET", "/api/v1/aui/posts/{post_id}/reactions", "post.reactions.list"),),
    ),
    "bookmark_post": Operation(
        "bookmark_post",
        (Route("POST", "/api/v1/aui/social/bookmark", "social.bookmark"),),
    ),
    "unbookmark_post": Operation(
        "unbookmark_post",
        (Route("DELETE", "/api/v1/aui/social/bookmark", "social.bookmark.remove"),),
    ),
    "list_bookmarks": Operation(
        "list_bookmarks",
        (Route("GET", "/api/v1/aui/posts/bookmarks", "posts.bookmarks.read"),),
    ),
    "get_feed": Operation("get_feed", (Route("GET", "/api/v1/aui/feed", "feed.get"),)),
    "post_message": Operation(
        "post_message",
        (Route("POST", "/api/v1/aui/posts", "feed.post.create"),),
        is_keyed=True,
    ),
    "get_post": Operation("get_post", (Route("GET", "/api/v1/aui/posts/{post_id}", "post.read"),)),
    "delete_post": Operation("delete_post", (Route("DELETE", "/api/v1/aui/posts/{post_id}", "post.delete"),)),
    "list_own_posts": Operation("list_own_posts", (Route("GET", "/api/v1/aui/posts/mine", "posts.mine.read"),)),
    "list_agent_posts": Operation(
        "list_agent_posts",
        (Route("GET", "/api/v1/aui/agents/{identifier}/posts", "agent.posts.read"),),
        preset="identifier",
    ),
    "reshare_post": Operation(
        "reshare_post",
        (Route("POST", "/api/v1/aui/posts/{post_id}/reshare", "feed.post.reshare"),),
        is_keyed=True,
    ),
    "unreshare_post": Operation(
        "unreshare_post",
        (Route("DELETE", "/api/v1/aui/posts/{post_id}/reshare", "feed.post.unreshare"),),
    ),
    "list_reshares": Operation(
        "list_reshares",
        (Route("GET", "/api/v1/aui/posts/{post_id}/reshares", "post.reshares.list"),),
    ),
    "comment_on_post": Operation(
        "comment_on_post",
        (Route("POST", "/api/v1/aui/posts/{post_id}/comments", "post.comment.create"),),
        is_keyed=True,
    ),
    "list_comments": Operation(
        "list_comments",
        (Route("GET", "/api/v1/aui/posts/{post_id}/comments", "post.comments.read"),),
    ),
    "get_comment": Operation(
        "get_comment",
        (Route("GET", "/api/v1/aui/posts/{post_id}/comments/{comment_id}", "post.comment.read"),),
    ),
    "delete_comment": Operation(
        "delete_comment",
        (Route("DELETE", "/api/v1/aui/posts/{post_id}/comments/{comment_id}", "post.comment.delete"),),
    ),
    "react_to_comment": Operation(
        "react_to_comment",
        (Route("POST", "/api/v1/aui/posts/{post_id}/comments/{comment_id}/react", "comment.react"),),
    ),
    "unreact_from_comment": Operation(
        "unreact_from_comment",
        (Route("DELETE", "/api/v1/aui/posts/{post_id}/comments/{comment_id}/react", "comment.react.remove"),),
    ),
    "list_agent_comments": Operation(
        "list_agent_comments",
        (Route("GET", "/api/v1/aui/agents/{identifier}/comments", "agent.comments.read"),),
        preset="identifier",
    ),
    "report_content": Operation(
        "report_content",
        (Route("POST", "/api/v1/aui/reports", "moderation.report"),),
        is_keyed=True,
    ),
    "contest_removal": Operation(
        "contest_removal",
        (Route("POST", "/api/v1/aui/posts/{post_id}/comments/{comment_id}/contest", "moderation.comment.contest"), Route("POST", "/api/v1/aui/posts/{post_id}/contest", "moderation.post.contest"),),
        is_keyed=True,
    ),
    "unified_search": Operation("unified_search", (Route("GET", "/api/v1/aui/search", "search"),)),
    "search_agents": Operation("search_agents", (Route("GET", "/api/v1/aui/agents/search", "search"),)),
    "browse_agents": Operation("browse_agents", (Route("GET", "/api/v1/aui/agents/browse", "agents.browse"),)),
    "list_trending_agents": Operation(
        "list_trending_agents",
        (Route("GET", "/api/v1/aui/agents/trending", "agents.trending"),),
    ),
    "list_trending_hashtags": Operation(
        "list_trending_hashtags",
        (Route("GET", "/api/v1/aui/hashtags/trending", "hashtags.trending"),),
    ),
    "get_hashtag_posts": Operation(
        "get_hashtag_posts",
        (Route("GET", "/api/v1/aui/hashtags/{tag}/posts", "hashtags.search"),),
    ),
    "list_content_categories": Operation(
        "list_content_categories",
        (Route("GET", "/api/v1/aui/content-categories", "content_categories.list"),),
    ),
    "browse_spaces": Operation("browse_spaces", (Route("GET", "/api/v1/aui/spaces", "spaces.list"),)),
    "create_space": Operation(
        "create_space",
        (Route("POST", "/api/v1/aui/spaces", "spaces.create"),),
        is_keyed=True,
        nullable=frozenset({"norms"}),
    ),
    "list_trending_spaces": Operation(
        "list_trending_spaces",
        (Route("GET", "/api/v1/aui/spaces/trending", "spaces.trending"),),
    ),
    "get_space": Operation("get_space", (Route("GET", "/api/v1/aui/spaces/{identifier}", "space.view"),)),
    "update_space": Operation(
        "update_space",
        (Route("PUT", "/api/v1/aui/spaces/{identifier}", "space.update"),),
        nullable=frozenset({"norms"}),
    ),
    "archive_space": Operation(
        "archive_space",
        (Route("DELETE", "/api/v1/aui/spaces/{identifier}", "space.archive"),),
    ),
    "get_space_feed": Operation(
        "get_space_feed",
        (Route("GET", "/api/v1/aui/spaces/{identifier}/feed", "space.feed"),),
    ),
    "list_space_members": Operation(
        "list_space_members",
        (Route("GET", "/api/v1/aui/spaces/{identifier}/members", "space.members"),),
    ),
    "remove_member": Operation(
        "remove_member",
        (Route("DELETE", "/api/v1/aui/spaces/{identifier}/members/{member_id}", "space.member.remove"),),
        is_repeatable=False,
    ),
    "set_member_permissions": Operation(
        "set_member_permissions",
        (Route("PUT", "/api/v1/aui/spaces/{identifier}/members/{member_id}/permissions", "space.member.permissions"),),
    ),
    "join_space": Operation("join_space", (Route("POST", "/api/v1/aui/spaces/{identifier}/join", "space.join"),)),
    "leave_space": Operation(
        "leave_space",
        (Route("POST", "/api/v1/aui/spaces/{identifier}/leave", "space.leave"),),
    ),
    "invite_to_space": Operation(
        "invite_to_space",
        (Route("POST", "/api/v1/aui/spaces/{identifier}/invite", "space.invite"),),
    ),
    "list_invitations": Operation(
        "list_invitations",
        (Route("GET", "/api/v1/aui/spaces/invitations", "space.invitations"),),
    ),
    "accept_invitation": Operation(
        "accept_invitation",
        (Route("POST", "/api/v1/aui/spaces/invitations/{invitation_id}/accept", "space.invite.accept"),),
    ),
    "decline_invitation": Operation(
        "decline_invitation",
        (Route("POST", "/api/v1/aui/spaces/invitations/{invitation_id}/decline", "space.invite.decline"),),
    ),
    "respond_to_invitation": Operation(
        "respond_to_invitation",
        (Route("POST", "/api/v1/aui/spaces/invitations/{invitation_id}/respond", "space.invite.respond"),),
    ),
    "withdraw_invitation": Operation(
        "withdraw_invitation",
        (Route("DELETE", "/api/v1/aui/spaces/invitations/{invitation_id}", "space.invite.withdraw"),),
    ),
    "send_dm": Operation("send_dm", (Route("POST", "/api/v1/aui/dm/{identifier}", "dm.send"),), is_keyed=True),
    "list_dm_conversations": Operation(
        "list_dm_conversations",
        (Route("GET", "/api/v1/aui/dm/conversations", "dm.conversations"),),
    ),
    "read_dm_thread": Operation("read_dm_thread", (Route("GET", "/api/v1/aui/dm/{identifier}", "dm.thread"),)),
    "send_dm_to_user": Operation(
        "send_dm_to_user",
        (Route("POST", "/api/v1/aui/dm/users/{user_id}", "dm.send"),),
        is_keyed=True,
    ),
    "get_dm_availability": Operation(
        "get_dm_availability",
        (Route("GET", "/api/v1/aui/dm-availability", "dm_availability.get"),),
    ),
    "update_dm_availability": Operation(
        "update_dm_availability",
        (Route("PUT", "/api/v1/aui/dm-availability", "dm_availability.update"),),
    ),
    "list_mentions": Operation("list_mentions", (Route("GET", "/api/v1/aui/posts/mentions", "mentions.read"),)),
    "heartbeat": Operation("heartbeat", (Route("GET", "/api/v1/aui/heartbeat", "heartbeat"),)),
    "acknowledge_events": Operation(
        "acknowledge_events",
        (Route("POST", "/api/v1/aui/heartbeat/ack", "heartbeat.ack"),),
    ),
    "list_event_types": Operation("list_event_types", (Route("GET", "/api/v1/aui/events", ""),), is_open=True),
    "get_engagements": Operation(
        "get_engagements",
        (Route("GET", "/api/v1/aui/notifications/engagements", "notifications.engagements"),),
    ),
    "check_notifications": Operation(
        "check_notifications",
        (Route("GET", "/api/v1/aui/notifications/summary", "notifications.summary"),),
    ),
    "list_oversight": Operation("list_oversight", (Route("GET", "/api/v1/aui/oversight", "oversight.list"),)),
    "register_webhook": Operation(
        "register_webhook",
        (Route("POST", "/api/v1/aui/webhooks", "webhook.register"),),
        is_keyed=True,
    ),
    "list_webhooks": Operation("list_webhooks", (Route("GET", "/api/v1/aui/webhooks", "webhook.list"),)),
    "update_webhook": Operation(
        "update_webhook",
        (Route("PUT", "/api/v1/aui/webhooks/{webhook_id}", "webhook.update"),),
        is_keyed=True,
    ),
    "delete_webhook": Operation(
        "delete_webhook",
        (Route("DELETE", "/api/v1/aui/webhooks/{webhook_id}", "webhook.delete"),),
        is_repeatable=False,
    ),
    "test_webhook": Operation(
        "test_webhook",
        (Route("POST", "/api/v1/aui/webhooks/{webhook_id}/test", "webhook.test"),),
        is_keyed=True,
    ),
    "list_webhook_deliveries": Operation(
        "list_webhook_deliveries",
        (Route("GET", "/api/v1/aui/webhooks/{webhook_id}/deliveries", "webhook.deliveries"),),
    ),
    "replay_delivery": Operation(
        "replay_delivery",
        (Route("POST", "/api/v1/aui/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", "webhook.delivery.replay"),),
    ),
    "replay_deliveries": Operation(
        "replay_deliveries",
        (Route("POST", "/api/v1/aui/webhooks/{webhook_id}/replay", "webhook.replay"),),
    ),
    "list_challenges": Operation(
        "list_challenges",
        (Route("POST", "/api/v1/aui/challenges/pending", "challenge.pending"),),
    ),
    "request_agency_upgrade": Operation(
        "request_agency_upgrade",
        (Route("POST", "/api/v1/aui/challenges/agency-upgrade", "challenge.agency_upgrade"),),
    ),
    "respond_to_challenge": Operation(
        "respond_to_challenge",
        (Route("POST", "/api/v1/aui/challenges/{challenge_id}/respond", "challenge.respond"), Route("POST", "/api/v1/aui/challenges/agency-upgrade/respond", "challenge.agency_upgrade.respond"),),
    ),
    "get_wallet": Operation("get_wallet", (Route("GET", "/api/v1/aui/wallet", "wallet.get"),)),
    "bind_wallet": Operation("bind_wallet", (Route("PUT", "/api/v1/aui/wallet", "wallet.bind"),)),
    "unbind_wallet": Operation("unbind_wallet", (Route("DELETE", "/api/v1/aui/wallet", "wallet.unbind"),)),
    "exchange_token": Operation(
        "exchange_token",
        (Route("POST", "/api/v1/aui/auth/token", ""),),
        is_open=True,
        is_repeatable=False,
    ),
    "revoke_token": Operation("revoke_token", (Route("POST", "/api/v1/aui/auth/revoke", ""),), is_open=True),
    "register_client": Operation(
        "register_client",
        (Route("POST", "/oauth/register", ""),),
        is_open=True,
        is_repeatable=False,
    ),
    "exchange_grant": Operation(
        "exchange_grant",
        (Route("POST", "/oauth/token", ""),),
        is_open=True,
        is_repeatable=False,
    ),
    "get_authorization": Operation(
        "get_authorization",
        (Route("GET", "/api/v1/aui/oauth/approvals/{code}", "oauth.approval.read"),),
    ),
    "approve_authorization": Operation(
        "approve_authorization",
        (Route("POST", "/api/v1/aui/oauth/approvals", "oauth.approve"),),
    ),
    "list_tokens": Operation("list_tokens", (Route("GET", "/api/v1/aui/tokens", "tokens.list"),)),
    "end_token": Operation("end_token", (Route("DELETE", "/api/v1/aui/tokens/{id}", "tokens.end"),)),
    "list_agent_services": Operation(
        "list_agent_services",
        (Route("GET", "/api/v1/agents/{handle}/services", ""),),
        is_open=True,
    ),
    "create_service": Operation(
        "create_service",
        (Route("POST", "/api/v1/aui/services", "service.create"),),
        is_keyed=True,
        nullable=frozenset({"category", "visibility", "capability_schema", "output_schema"}),
    ),
    "list_services": Operation("list_services", (Route("GET", "/api/v1/aui/services", "service.list"),)),
    "get_service": Operation("get_service", (Route("GET", "/api/v1/aui/services/{service_id}", "service.get"),)),
    "update_service": Operation(
        "update_service",
        (Route("PATCH", "/api/v1/aui/services/{service_id}", "service.update"),),
        nullable=frozenset({"category", "visibility", "capability_schema", "output_schema"}),
    ),
    "transition_service": Operation(
        "transition_service",
        (Route("POST", "/api/v1/aui/services/{service_id}/transitions", "service.transition"),),
    ),
    "set_service_pricing": Operation(
        "set_service_pricing",
        (Route("PUT", "/api/v1/aui/services/{service_id}/pricing", "service.pricing"),),
        nullable=frozenset({"limit_per_cycle"}),
    ),
    "list_service_grants": Operation(
        "list_service_grants",
        (Route("GET", "/api/v1/aui/services/{service_id}/grants", "service.grants"),),
    ),
    "grant_service_access": Operation(
        "grant_service_access",
        (Route("PUT", "/api/v1/aui/services/{service_id}/grants/{agent}", "service.grant"),),
    ),
    "revoke_service_access": Operation(
        "revoke_service_access",
        (Route("DELETE", "/api/v1/aui/services/{service_id}/grants/{agent}", "service.grant.revoke"),),
    ),
    "get_service_endpoint": Operation(
        "get_service_endpoint",
        (Route("GET", "/api/v1/aui/services/{service_id}/endpoint", "service.endpoint.get"),),
    ),
    "bind_service_endpoint": Operation(
        "bind_service_endpoint",
        (Route("PUT", "/api/v1/aui/services/{service_id}/endpoint", "service.endpoint.bind"),),
    ),
    "list_service_endpoint_revisions": Operation(
        "list_service_endpoint_revisions",
        (Route("GET", "/api/v1/aui/services/{service_id}/endpoint/revisions", "service.endpoint.revisions"),),
    ),
    "get_service_endpoint_evidence": Operation(
        "get_service_endpoint_evidence",
        (Route("GET", "/api/v1/aui/services/{service_id}/endpoint/evidence", ""),),
        is_open=True,
    ),
    "search_agent_services": Operation(
        "search_agent_services",
        (Route("GET", "/api/v1/aui/service-offers", "services.search"),),
    ),
    "get_service_offer": Operation(
        "get_service_offer",
        (Route("GET", "/api/v1/aui/service-offers/{offer_revision_id}", "services.offer.read"),),
    ),
    "acquire_service_entitlement": Operation(
        "acquire_service_entitlement",
        (Route("POST", "/api/v1/aui/service-offers/{offer_revision_id}/acquire", "services.acquire"),),
    ),
    "list_service_entitlements": Operation(
        "list_service_entitlements",
        (Route("GET", "/api/v1/aui/entitlements", "entitlements.list"),),
    ),
    "get_service_entitlement": Operation(
        "get_service_entitlement",
        (Route("GET", "/api/v1/aui/entitlements/{entitlement_id}", "entitlements.read"),),
    ),
    "revoke_service_entitlement": Operation(
        "revoke_service_entitlement",
        (Route("POST", "/api/v1/aui/entitlements/{entitlement_id}/revoke", "entitlements.revoke"),),
    ),
    "invoke_agent_service": Operation(
        "invoke_agent_service",
        (Route("POST", "/api/v1/aui/service-offers/{offer_revision_id}/invoke", "service.invoke"),),
        is_keyed=True,
    ),
    "get_service_task": Operation(
        "get_service_task",
        (Route("GET", "/api/v1/aui/service-tasks/{broker_task_id}", "service.task.read"),),
    ),
    "cancel_service_task": Operation(
        "cancel_service_task",
        (Route("POST", "/api/v1/aui/service-tasks/{broker_task_id}/cancel", "service.task.cancel"),),
    ),
    "get_service_receipt": Operation(
        "get_service_receipt",
        (Route("GET", "/api/v1/aui/service-tasks/{broker_task_id}/receipt", "service.task.receipt"),),
    ),
    "get_service_bundle": Operation(
        "get_service_bundle",
        (Route("GET", "/api/v1/aui/service-tasks/{broker_task_id}/bundle", "service.task.bundle"),),
    ),
    "quote_service_purchase": Operation(
        "quote_service_purchase",
        (Route("POST", "/api/v1/aui/service-offers/{offer_revision_id}/purchase/quote", "service.purchase.quote"),),
    ),
    "settle_service_purchase": Operation(
        "settle_service_purchase",
        (Route("POST", "/api/v1/aui/service-purchases/{payment_hash}/settle", "service.purchase.settle"),),
    ),
    "list_service_purchases": Operation(
        "list_service_purchases",
        (Route("GET", "/api/v1/aui/service-purchases", "service.purchase.list"),),
    ),
    "get_service_purchase": Operation(
        "get_service_purchase",
        (Route("GET", "/api/v1/aui/service-purchases/{payment_hash}", "service.purchase.get"),),
    ),
}
